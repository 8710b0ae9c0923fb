import { africasTalkingSdk } from "./sdks/africas-talking.mjs";
import { apns2Sdk } from "./sdks/apns2.mjs";
import { azureSdk } from "./sdks/azure.mjs";
import { bandwidthSdk } from "./sdks/bandwidth.mjs";
import { brevoSdk } from "./sdks/brevo.mjs";
import { brevoSmsSdk } from "./sdks/brevo-sms.mjs";
import { clicksendSdk } from "./sdks/clicksend.mjs";
import { expoSdk } from "./sdks/expo.mjs";
import { firebaseSdk } from "./sdks/firebase.mjs";
import { graphSdk } from "./sdks/graph.mjs";
import { infobipEmailSdk } from "./sdks/infobip-email.mjs";
import { infobipSmsSdk } from "./sdks/infobip-sms.mjs";
import { mailchimpSdk } from "./sdks/mailchimp.mjs";
import { mailersendSdk } from "./sdks/mailersend.mjs";
import { mailgunSdk } from "./sdks/mailgun.mjs";
import { mailjetSdk } from "./sdks/mailjet.mjs";
import { mailtrapSdk } from "./sdks/mailtrap.mjs";
import { messagebirdSdk } from "./sdks/messagebird.mjs";
import { nodeApnSdk } from "./sdks/node-apn.mjs";
import { oneSignalSdk } from "./sdks/onesignal.mjs";
import { plivoSdk } from "./sdks/plivo.mjs";
import { plunkSdk } from "./sdks/plunk.mjs";
import { postmarkSdk } from "./sdks/postmark.mjs";
import { pusherSdk } from "./sdks/pusher.mjs";
import { pushpadSdk } from "./sdks/pushpad.mjs";
import { resendSdk } from "./sdks/resend.mjs";
import { sendgridSdk } from "./sdks/sendgrid.mjs";
import { sesSdk } from "./sdks/ses.mjs";
import { sevenSdk } from "./sdks/seven.mjs";
import { slackBotSdk } from "./sdks/slack-bot.mjs";
import { slackWebhookSdk } from "./sdks/slack-webhook.mjs";
import { snsSdk } from "./sdks/sns.mjs";
import { sparkpostSdk } from "./sdks/sparkpost.mjs";
import { telegramSdk } from "./sdks/telegram.mjs";
import { telnyxSdk } from "./sdks/telnyx.mjs";
import { twilioSdk } from "./sdks/twilio.mjs";
import { vonageSdk } from "./sdks/vonage.mjs";
import { webPushSdk } from "./sdks/web-push.mjs";

/** Each sends the message of its vendor's case (server/src/simulator/vendors/). */
export const SDKS = [
  africasTalkingSdk,
  apns2Sdk,
  azureSdk,
  bandwidthSdk,
  brevoSmsSdk,
  brevoSdk,
  clicksendSdk,
  expoSdk,
  firebaseSdk,
  graphSdk,
  infobipEmailSdk,
  infobipSmsSdk,
  mailchimpSdk,
  mailersendSdk,
  mailgunSdk,
  mailjetSdk,
  mailtrapSdk,
  messagebirdSdk,
  nodeApnSdk,
  oneSignalSdk,
  plivoSdk,
  plunkSdk,
  postmarkSdk,
  pusherSdk,
  pushpadSdk,
  resendSdk,
  sendgridSdk,
  sesSdk,
  sevenSdk,
  slackBotSdk,
  slackWebhookSdk,
  snsSdk,
  sparkpostSdk,
  telegramSdk,
  telnyxSdk,
  twilioSdk,
  vonageSdk,
  webPushSdk,
];
