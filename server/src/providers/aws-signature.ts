import { createHash, createHmac } from "node:crypto";
import type { HttpCall } from "./provider.ts";

export type AwsAccess = { accessKeyId: string; secretKey: string; region: string; service: string };

const ALGORITHM = "AWS4-HMAC-SHA256";

/**
 * The headers that sign a call by AWS Signature Version 4; `content-type`, `host` and the time are signed.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function awsSignature(call: HttpCall, access: AwsAccess, now: Date): Record<string, string> {
  // An invalid URL is refused by `outbound`.
  if (!URL.canParse(call.url)) return {};
  const time = now.toISOString().replace(/[-:]|\.\d+/g, "");
  return {
    "x-amz-date": time,
    authorization: awsAuthorization(call, headersToSign(call, time), access, time),
  };
}

type Header = [name: string, value: string];

/** The value of `authorization` that signs these headers, which are in the order of their names. `time` is that of `x-amz-date`. */
export function awsAuthorization(
  call: HttpCall,
  headers: readonly Header[],
  access: AwsAccess,
  time: string,
): string {
  const scope = `${time.slice(0, 8)}/${access.region}/${access.service}/aws4_request`;
  const request = canonicalRequest(call, headers);
  const signature = hmac(signingKey(access, time), [ALGORITHM, time, scope, sha256(request)].join("\n"));
  const signed = headers.map(([name]) => name).join(";");
  const credential = `${access.accessKeyId}/${scope}`;
  return `${ALGORITHM} Credential=${credential}, SignedHeaders=${signed}, Signature=${signature.toString("hex")}`;
}

/** In the order of their names. */
function headersToSign({ url, headers = {} }: HttpCall, time: string): Header[] {
  const type = headers["content-type"];
  return [
    ...(type === undefined ? [] : [["content-type", type] as Header]),
    ["host", new URL(url).host],
    ["x-amz-date", time],
  ];
}

function canonicalRequest({ method, url, body = "" }: HttpCall, headers: readonly Header[]): string {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  return [
    method,
    pathname.split("/").map(encoded).join("/"),
    query.join("&"),
    ...headers.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, " ")}`),
    "",
    headers.map(([name]) => name).join(";"),
    sha256(body),
  ].join("\n");
}

/** Only the unreserved characters of RFC 3986 stay. */
function encoded(text: string): string {
  const toPercent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, toPercent);
}

function signingKey({ secretKey, region, service }: AwsAccess, time: string): Buffer {
  return [time.slice(0, 8), region, service, "aws4_request"].reduce<Buffer>(
    hmac,
    Buffer.from(`AWS4${secretKey}`),
  );
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
