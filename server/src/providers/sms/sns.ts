import type { Account } from "../account.ts";
import { AWS_CONFIG_ERRORS, AWS_THROTTLES } from "../aws-errors.ts";
import { awsSignature } from "../aws-signature.ts";
import { awsFields, BASE_URL } from "../common-fields.ts";
import { type CodesByKind, verdictAt } from "../error-codes.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { xmlFields } from "../xml-fields.ts";
import { SENDER, type Sms, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  ...awsFields("sns:Publish"),
  {
    ...SENDER,
    isRequired: false,
    help: "A sender ID of 3 to 11 letters and digits, or a number of your account; without it AWS chooses.",
  },
  BASE_URL,
] as const;

/** https://docs.aws.amazon.com/sns/latest/api/API_Publish.html#API_Publish_Errors */
const CODES: CodesByKind = {
  not_processed: [...AWS_THROTTLES, "ServiceUnavailable"],
  recipient_error: ["OptedOut"],
  config_error: AWS_CONFIG_ERRORS,
};

function judge(response: VendorResponse): Verdict | undefined {
  if (response.status < 400) return undefined;
  const verdict = verdictAt(response, "Code", CODES);
  if (verdict?.kind === "not_processed") return { ...verdict, isThrottled: response.status !== 503 };
  const isNumber = /PhoneNumber/.test(xmlFields(response.body).Message ?? "");
  return verdict ?? (response.status === 400 && isNumber ? { kind: "recipient_error" } : undefined);
}

/**
 * https://docs.aws.amazon.com/sns/latest/api/API_Publish.html; attributes:
 * https://docs.aws.amazon.com/sns/latest/dg/sms_publish-to-phone.html. Has no idempotency key for an SMS.
 */
export const sns = smsVendor({
  id: "sns",
  displayName: "Amazon SNS",
  docsUrl: "https://docs.aws.amazon.com/sns/latest/api/API_Publish.html",
  fields: FIELDS,
  reading: { idPaths: ["MessageId"], errorPaths: ["Message"], parse: xmlFields, judge },
  // https://docs.aws.amazon.com/sns/latest/api/API_GetSMSAttributes.html
  checkOf: (account, now) => signed(account, `/?Action=GetSMSAttributes&Version=${VERSION}`, now),
  requestOf: (sms, account, now) => ({ ...signed(account, "/", now), form: publication(sms) }),
});

const VERSION = "2010-03-31";

/** A call of the SNS Query API. */
function signed(account: Account, path: string, now: Date) {
  const region = account.text("region");
  const access = { accessKeyId: account.text("apiKey"), secretKey: account.text("secretKey"), region };
  return {
    url: account.url(`https://sns.${encodeURIComponent(region)}.amazonaws.com`, path),
    sign: (call: Parameters<typeof awsSignature>[0]) =>
      awsSignature(call, { ...access, service: "sns" }, now),
  };
}

function publication({ to, from, body }: Sms): Record<string, string> {
  const sender = /^\+?\d+$/.test(from) ? "AWS.MM.SMS.OriginationNumber" : "AWS.SNS.SMS.SenderID";
  const attributes = { "AWS.SNS.SMS.SMSType": "Transactional", ...(from === "" ? {} : { [sender]: from }) };
  const entries = Object.entries(attributes).flatMap(([name, value], index) => {
    const entry = `MessageAttributes.entry.${index + 1}`;
    return [
      [`${entry}.Name`, name],
      [`${entry}.Value.DataType`, "String"],
      [`${entry}.Value.StringValue`, value],
    ];
  });
  return {
    Action: "Publish",
    Version: VERSION,
    PhoneNumber: to,
    Message: body,
    ...Object.fromEntries(entries),
  };
}
