import type { AnyVendorCase } from "../vendor-case.ts";
import { africasTalkingCase } from "./africas-talking.ts";
import { apnsCase } from "./apns.ts";
import { azureSmsCase } from "./azure-sms.ts";
import { bandwidthCase } from "./bandwidth.ts";
import { brazeCase } from "./braze.ts";
import { brevoSmsCase } from "./brevo-sms.ts";
import { bulkSmsCase } from "./bulk-sms.ts";
import { clickatellCase } from "./clickatell.ts";
import { clicksendCase } from "./clicksend.ts";
import { discordCase } from "./discord.ts";
import { expoCase } from "./expo.ts";
import { fcmCase } from "./fcm.ts";
import { firetextCase } from "./firetext.ts";
import { fortySixElksCase } from "./forty-six-elks.ts";
import { getstreamCase } from "./getstream.ts";
import { grafanaOnCallCase } from "./grafana-on-call.ts";
import { gupshupCase } from "./gupshup.ts";
import { infobipEmailCase } from "./infobip-email.ts";
import { infobipSmsCase } from "./infobip-sms.ts";
import { kannelCase } from "./kannel.ts";
import { mailersendCase } from "./mailersend.ts";
import { mailgunCase } from "./mailgun.ts";
import { mailjetCase } from "./mailjet.ts";
import { mailtrapCase } from "./mailtrap.ts";
import { mandrillCase } from "./mandrill.ts";
import { mattermostCase } from "./mattermost.ts";
import { messagebirdCase } from "./messagebird.ts";
import { msteamsCase } from "./msteams.ts";
import { netcoreCase } from "./netcore.ts";
import { nexmoCase } from "./nexmo.ts";
import { oneSignalCase } from "./one-signal.ts";
import { outlook365Case } from "./outlook365.ts";
import { plivoCase } from "./plivo.ts";
import { plunkCase } from "./plunk.ts";
import { postmarkCase } from "./postmark.ts";
import { pusherBeamsCase } from "./pusher-beams.ts";
import { pushpadCase } from "./pushpad.ts";
import { resendCase } from "./resend.ts";
import { rocketChatCase } from "./rocket-chat.ts";
import { ryverCase } from "./ryver.ts";
import { sendgridCase } from "./sendgrid.ts";
import { sendinblueCase } from "./sendinblue.ts";
import { sesCase } from "./ses.ts";
import { sinchCase } from "./sinch.ts";
import { slackCase } from "./slack.ts";
import { slackBotCase } from "./slack-bot.ts";
import { sms77Case } from "./sms77.ts";
import { snsCase } from "./sns.ts";
import { sparkpostCase } from "./sparkpost.ts";
import { telegramCase } from "./telegram.ts";
import { telnyxCase } from "./telnyx.ts";
import { termiiCase } from "./termii.ts";
import { twilioCase } from "./twilio.ts";
import { whatsappBusinessCase } from "./whatsapp-business.ts";
import { zulipCase } from "./zulip.ts";

/** All vendors, by channel. */
export const VENDOR_CASES: readonly AnyVendorCase[] = [
  brazeCase,
  infobipEmailCase,
  mailersendCase,
  mailgunCase,
  mailjetCase,
  mailtrapCase,
  mandrillCase,
  netcoreCase,
  outlook365Case,
  plunkCase,
  postmarkCase,
  resendCase,
  sendgridCase,
  sendinblueCase,
  sesCase,
  africasTalkingCase,
  azureSmsCase,
  bandwidthCase,
  brevoSmsCase,
  bulkSmsCase,
  clickatellCase,
  clicksendCase,
  firetextCase,
  fortySixElksCase,
  gupshupCase,
  infobipSmsCase,
  kannelCase,
  messagebirdCase,
  nexmoCase,
  plivoCase,
  sinchCase,
  sms77Case,
  snsCase,
  telnyxCase,
  termiiCase,
  sparkpostCase,
  twilioCase,
  apnsCase,
  expoCase,
  fcmCase,
  oneSignalCase,
  pusherBeamsCase,
  pushpadCase,
  discordCase,
  getstreamCase,
  grafanaOnCallCase,
  mattermostCase,
  msteamsCase,
  rocketChatCase,
  ryverCase,
  slackCase,
  slackBotCase,
  telegramCase,
  whatsappBusinessCase,
  zulipCase,
];
