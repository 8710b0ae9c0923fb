import { sns } from "../../providers/sms/sns.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { signedByAws } from "../verify-signature.ts";

const error = (code: string, message = "No.") =>
  `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code>` +
  `<Message>${message}</Message></Error><RequestId>r1</RequestId></ErrorResponse>`;

const ACCESS = {
  accessKeyId: "AKIDEXAMPLE",
  secretKey: "the-secret",
  region: "eu-central-1",
  service: "sns",
};

export const snsCase: VendorCase<"sms"> = {
  provider: sns,
  credentials: { apiKey: "AKIDEXAMPLE", secretKey: "the-secret", region: "eu-central-1", from: "Company" },
  message: { key: KEY, to: "+492", body: "Hi & bye" },
  request: {
    path: "/",
    needs: ["Action", "PhoneNumber|TopicArn|TargetArn", "Message"],
    verify: signedByAws(ACCESS),
    // The signature depends on the port of the receiver.
    headers: { "x-amz-date": "20260801T120000Z", "content-type": "application/x-www-form-urlencoded" },
    body: {
      Action: "Publish",
      Version: "2010-03-31",
      PhoneNumber: "+492",
      Message: "Hi & bye",
      "MessageAttributes.entry.1.Name": "AWS.SNS.SMS.SMSType",
      "MessageAttributes.entry.1.Value.DataType": "String",
      "MessageAttributes.entry.1.Value.StringValue": "Transactional",
      "MessageAttributes.entry.2.Name": "AWS.SNS.SMS.SenderID",
      "MessageAttributes.entry.2.Value.DataType": "String",
      "MessageAttributes.entry.2.Value.StringValue": "Company",
    },
  },
  check: {
    method: "GET",
    path: "/?Action=GetSMSAttributes&Version=2010-03-31",
    headers: { "x-amz-date": "20260801T120000Z" },
    answer: "<GetSMSAttributesResponse><GetSMSAttributesResult/></GetSMSAttributesResponse>",
  },
  responses: [
    {
      name: "accepted",
      status: 200,
      body:
        '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>567910cd-659e-55d4' +
        "</MessageId></PublishResult><ResponseMetadata><RequestId>r1</RequestId></ResponseMetadata></PublishResponse>",
      outcome: "accepted",
      id: "567910cd-659e-55d4",
    },
    {
      name: "invalid number",
      status: 400,
      body: error(
        "InvalidParameter",
        "Invalid parameter: PhoneNumber Reason: +492 is not valid to publish to",
      ),
      outcome: "recipient_error",
      reason: "not valid to publish to",
    },
    {
      name: "invalid attribute",
      status: 400,
      body: error("InvalidParameterValue", "The message attribute is invalid"),
      outcome: "rejected",
    },
    {
      name: "wrong secret key",
      status: 403,
      body: error("SignatureDoesNotMatch", "The request signature we calculated does not match"),
      outcome: "config_error",
      reason: "does not match",
    },
    { name: "wrong access key", status: 403, body: error("InvalidClientTokenId"), outcome: "config_error" },
    { name: "not allowed", status: 403, body: error("AuthorizationError"), outcome: "config_error" },
    {
      name: "throttled",
      status: 400,
      body: error("Throttling", "Rate exceeded"),
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "wrong clock",
      status: 400,
      body: error("RequestExpired", "Request has expired."),
      outcome: "config_error",
      reason: "The clock of this machine may be wrong.",
    },
    { name: "internal error", status: 500, body: error("InternalError"), outcome: "ambiguous" },
  ],
};
