import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";

const text = (StringValue) => ({ DataType: "String", StringValue });

export const snsSdk = {
  package: "@aws-sdk/client-sns",
  provider: "sns",
  hosts: ["sns.eu-central-1.amazonaws.com"],
  differs: {
    "header.authorization": "The SDK signs all of its headers; AWS demands host and time.",
    "header.x-amz-content-sha256": "The SDK states the hash; only S3 demands it.",
  },
  send({ to, body }, { apiKey, secretKey, region, from }) {
    const access = { accessKeyId: apiKey, secretAccessKey: secretKey };
    return new SNSClient({ region, credentials: access, maxAttempts: 1 }).send(
      new PublishCommand({
        PhoneNumber: to,
        Message: body,
        MessageAttributes: {
          "AWS.SNS.SMS.SMSType": text("Transactional"),
          "AWS.SNS.SMS.SenderID": text(from),
        },
      }),
    );
  },
};
