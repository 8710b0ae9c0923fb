import { describe, expect, it } from "vitest";
import { awsSignature } from "./aws-signature.ts";
import type { HttpCall } from "./provider.ts";

/** AWS's test suite: https://docs.aws.amazon.com/general/latest/gr/signature-v4-test-suite.html */
const ACCESS = {
  accessKeyId: "AKIDEXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
  service: "service",
};
const NOW = new Date("2015-08-30T12:36:00Z");
const URL_OF_SUITE = "https://example.amazonaws.com/";

describe("AWS Signature Version 4", () => {
  it.each<[string, HttpCall, string, string]>([
    [
      "get-vanilla",
      { method: "GET", url: URL_OF_SUITE },
      "host;x-amz-date",
      "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    ],
    [
      "get-vanilla-query-order-key-case",
      { method: "GET", url: `${URL_OF_SUITE}?Param2=value2&Param1=value1` },
      "host;x-amz-date",
      "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
    ],
    [
      "post-vanilla-query",
      { method: "POST", url: `${URL_OF_SUITE}?Param1=value1` },
      "host;x-amz-date",
      "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11",
    ],
    [
      "post-x-www-form-urlencoded",
      {
        method: "POST",
        url: URL_OF_SUITE,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "Param1=value1",
      },
      "content-type;host;x-amz-date",
      "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
    ],
  ])("is that of AWS's test suite: %s", (_name, call, signed, signature) => {
    expect(awsSignature(call, ACCESS, NOW)).toEqual({
      "x-amz-date": "20150830T123600Z",
      authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${signed}, Signature=${signature}`,
    });
  });

  it("is not computed for an invalid URL", () => {
    expect(awsSignature({ method: "POST", url: "token" }, ACCESS, NOW)).toEqual({});
  });
});
