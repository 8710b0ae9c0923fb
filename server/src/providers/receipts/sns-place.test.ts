import { describe, expect, test } from "vitest";
import { certificateSource, confirmsSubscription, type Topic, topicOf } from "./sns-place.ts";

const ARN = "arn:aws:sns:eu-central-1:123456789012:mails";
const topic = topicOf(ARN) as Topic;
const HOST = "sns.eu-central-1.amazonaws.com";
const FILE = "SimpleNotificationService-0123456789abcdef0123456789abcdef.pem";

test("the ARN of a topic: of a real form, with the region of its partition", () => {
  expect(topic).toEqual({ arn: ARN, region: "eu-central-1", domain: "amazonaws.com" });
  const others = [
    ["arn:aws-cn:sns:cn-northwest-1:123456789012:a", "cn-northwest-1", "amazonaws.com.cn"],
    ["arn:aws-us-gov:sns:us-gov-west-1:123456789012:a_b-c", "us-gov-west-1", "amazonaws.com"],
  ] as const;
  for (const [arn, region, domain] of others) expect(topicOf(arn)).toEqual({ arn, region, domain });
  const wrong = [
    "",
    "x",
    ARN.replace("aws", "constructor"),
    ARN.replace("eu-central-1", "s3-eu-west-1"),
    ARN.replace("eu-central-1", "eu-central-1.evil"),
    ARN.replace("eu-central-1", "cn-north-1"),
    ARN.replace("arn:aws", "arn:aws-cn"),
    ARN.replace("123456789012", "2"),
    ARN.replace(":sns:", ":sqs:"),
    `${ARN}/x`,
    `${ARN}\n`,
    ` ${ARN}`,
  ];
  for (const arn of wrong) expect(topicOf(arn), arn).toBeUndefined();
});

describe("the URL of a certificate", () => {
  const sourceOf = (url: string | undefined, baseUrl?: string) => certificateSource(url, { topic, baseUrl });

  test("at SNS in the topic's region, spelled exactly", () => {
    expect(sourceOf(`https://${HOST}/${FILE}`)).toBe("sns");
    const wrong = [
      undefined,
      "",
      "x",
      `http://${HOST}/${FILE}`,
      `https://${HOST}:443/${FILE}`,
      `https://${HOST}:8443/${FILE}`,
      `https://user@${HOST}/${FILE}`,
      `https://:@${HOST}/${FILE}`,
      `https://${HOST}@evil.example/${FILE}`,
      `https://evil.example\\@${HOST}/${FILE}`,
      `https://${HOST}/?a=${FILE}`,
      `https://${HOST}/#${FILE}`,
      `https://${HOST}/${FILE}?`,
      `https://${HOST}/${FILE}#`,
      `https://${HOST}/${FILE}?x=.pem`,
      `https://${HOST}/a/${FILE}`,
      `https://${HOST}//${FILE}`,
      `https://${HOST}/../${FILE}`,
      `https://${HOST}/%53${FILE.slice(1)}`,
      `https://${HOST}/${FILE}/`,
      `https://${HOST}/${FILE.replace("0", "G")}`,
      `https://${HOST}/${FILE.replace("0", "")}`,
      `https://${HOST}/${FILE.toUpperCase()}`,
      `https://${HOST}/SimpleNotificationService.pem`,
      `https://${HOST.toUpperCase()}/${FILE}`,
      `https://${HOST}./${FILE}`,
      `https://${HOST}.cn/${FILE}`,
      `https://sns.eu-west-1.amazonaws.com/${FILE}`,
      `https://sns.s3-eu-west-1.amazonaws.com/${FILE}`,
      `https://sns.zz-nowhere-1.amazonaws.com/${FILE}`,
      `https://sns-signing.eu-central-1.amazonaws.com/${FILE}`,
      `https://x.${HOST}/${FILE}`,
      ` https://${HOST}/${FILE}`,
      `https://${HOST}/${FILE}\n`,
      `https://sns.eu-central-1.amazon\taws.com/${FILE}`,
    ];
    for (const url of wrong) expect(sourceOf(url), url).toBeUndefined();
  });

  test("under the integration's own address", () => {
    const base = "http://127.0.0.1:4566/aws";
    for (const url of [`${base}/${FILE}`, `${base}/_aws/sns/${FILE}`]) {
      expect(sourceOf(url, base)).toBe("emulator");
      expect(sourceOf(url, `${base}/?a=1#b`)).toBe("emulator");
      expect(sourceOf(url)).toBeUndefined();
    }
    for (const url of [
      `http://127.0.0.1:4566/${FILE}`,
      `http://127.0.0.1:4566/awsome/${FILE}`,
      `http://127.0.0.1:4567/aws/${FILE}`,
      `https://127.0.0.1:4566/aws/${FILE}`,
      `http://user@127.0.0.1:4566/aws/${FILE}`,
      `${base}/../${FILE}`,
      `${base}/%2e%2e/${FILE}`,
      `${base}//${FILE}`,
      `${base}/a.b/${FILE}`,
      `${base}/${FILE}?x`,
    ])
      expect(sourceOf(url, base), url).toBeUndefined();
    expect(sourceOf(`file:///aws/${FILE}`, "file:///aws")).toBeUndefined();
  });
});

test("the URL that confirms a subscription: this action, topic and token, and nothing else", () => {
  const token = "2336412f37";
  const query = `Action=ConfirmSubscription&TopicArn=${ARN}&Token=${token}`;
  const confirms = (url: string, baseUrl?: string, given: string | undefined = token) =>
    confirmsSubscription(url, given, { topic, baseUrl });
  expect(confirms(`https://${HOST}/?${query}`)).toBe(true);
  expect(confirms(`https://${HOST}/?Token=${token}&TopicArn=${ARN}&Action=ConfirmSubscription`)).toBe(true);
  expect(confirms(`http://127.0.0.1:4566/aws/?${query}`, "http://127.0.0.1:4566/aws")).toBe(true);
  const wrong = [
    `http://${HOST}/?${query}`,
    `https://${HOST}:444/?${query}`,
    `https://${HOST}/x?${query}`,
    `https://${HOST}/?${query}#`,
    `https://user@${HOST}/?${query}`,
    `https://sns.eu-west-1.amazonaws.com/?${query}`,
    `https://evil.example/?${query}`,
    `https://${HOST}/?${query}&x=1`,
    `https://${HOST}/?${query}&Action=DeleteTopic`,
    `https://${HOST}/?${query.replace("ConfirmSubscription", "Publish")}`,
    `https://${HOST}/?${query.replace("mails", "others")}`,
    `https://${HOST}/?${query.replace(token, "another")}`,
    `https://${HOST}/?Action=ConfirmSubscription&Token=${token}`,
    `http://127.0.0.1:4566/aws/?${query}`,
    "https://169.254.169.254/",
  ];
  for (const url of wrong) expect(confirms(url), url).toBe(false);
  expect(confirms(`https://${HOST}/?${query}`, undefined, "")).toBe(false);
  const spaced = `https://${HOST}/?${query.replace(token, "a%20b")}`;
  expect(confirms(spaced, undefined, "a b")).toBe(false);
});
