/** A topic of SNS, as its ARN names it. */
export type Topic = {
  arn: string;
  region: string;
  /** The domain of its partition of AWS. */
  domain: string;
};

/** The partitions of AWS, by the start of their regions. The second part of an ARN is the name of its partition. */
const PARTITIONS: readonly [start: string, name: string, domain: string][] = [
  ["cn-", "aws-cn", "amazonaws.com.cn"],
  ["us-gov-", "aws-us-gov", "amazonaws.com"],
  ["", "aws", "amazonaws.com"],
];

/**
 * A region is two letters, one or two words and a number. `s3-eu-west-1` is no region: any AWS account can own the bucket
 * `sns.s3-eu-west-1.amazonaws.com`.
 */
const ARN = /^arn:(aws[a-z-]*):sns:([a-z]{2}(?:-[a-z]{2,12}){1,2}-\d{1,2}):\d{12}:[\w-]{1,256}(?:\.fifo)?$/;

/** The topic of this ARN; undefined when it is none. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html */
export function topicOf(arn: string): Topic | undefined {
  const [, partition, region = ""] = ARN.exec(arn) ?? [];
  const [, expected, domain] = PARTITIONS.find(([start]) => region.startsWith(start)) ?? [];
  return domain !== undefined && partition === expected ? { arn, region, domain } : undefined;
}

/**
 * Where the certificates of a topic are and its subscriptions are confirmed: at SNS in the topic's region. An emulator of AWS, such as the
 * simulator, has its own under the `baseUrl` of the integration's credentials.
 */
export type SnsPlace = { topic: Topic; baseUrl: string | undefined };

/** https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message-verify-message-signature.html */
const CERTIFICATE_FILE = /^SimpleNotificationService-[0-9a-f]{32}\.pem$/;
const FOLDERS = /^(?:[\w-]+\/)*$/;

/** Whether a certificate may be fetched from this URL: `sns` is SNS itself, `emulator` an address under `baseUrl`. */
export function certificateSource(
  text: string | undefined,
  { topic, baseUrl }: SnsPlace,
): "sns" | "emulator" | undefined {
  const url = exactUrl(text);
  if (url === undefined || url.href !== url.origin + url.pathname) return undefined;
  const name = url.pathname.split("/").at(-1) ?? "";
  if (!CERTIFICATE_FILE.test(name)) return undefined;
  if (url.origin === originOf(topic)) return url.pathname === `/${name}` ? "sns" : undefined;
  const base = baseOf(baseUrl);
  if (base === undefined || url.origin !== base.origin || !url.pathname.startsWith(base.path))
    return undefined;
  return FOLDERS.test(url.pathname.slice(base.path.length, -name.length)) ? "emulator" : undefined;
}

const TOKEN = /^[\w-]{1,2000}$/;

/**
 * Whether a call of this URL confirms the subscription of the topic with this token, and nothing else.
 * https://docs.aws.amazon.com/sns/latest/api/API_ConfirmSubscription.html
 */
export function confirmsSubscription(
  text: string | undefined,
  token: string | undefined,
  { topic, baseUrl }: SnsPlace,
): text is string {
  const url = exactUrl(text);
  if (url === undefined || token === undefined || !TOKEN.test(token)) return false;
  const base = baseOf(baseUrl);
  const isAtSns = url.origin === originOf(topic) && url.pathname === "/";
  const isAtEmulator = url.origin === base?.origin && url.pathname === base.path;
  const expected = { Action: "ConfirmSubscription", TopicArn: topic.arn, Token: token };
  return (isAtSns || isAtEmulator) && hasExactly(url.searchParams, expected);
}

function hasExactly(query: URLSearchParams, fields: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(fields);
  return [...query].length === names.length && names.every((name) => query.get(name) === fields[name]);
}

/** A URL in its normal form, which has no other spelling, without user, password or fragment. */
function exactUrl(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return text === url.origin + url.pathname + url.search ? url : undefined;
}

const originOf = ({ region, domain }: Topic): string => `https://sns.${region}.${domain}`;

/** `path` ends with a slash. */
function baseOf(baseUrl: string | undefined): { origin: string; path: string } | undefined {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
  const { protocol, origin, pathname } = new URL(baseUrl);
  return /^https?:$/.test(protocol) ? { origin, path: pathname.replace(/\/*$/, "/") } : undefined;
}
