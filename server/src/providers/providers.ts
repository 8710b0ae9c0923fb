import type { Time } from "../foundation/clock.ts";
import { chatWebhook } from "./chat/chat-webhook.ts";
import { discord } from "./chat/discord.ts";
import { getstream } from "./chat/getstream.ts";
import { grafanaOnCall } from "./chat/grafana-on-call.ts";
import { mattermost } from "./chat/mattermost.ts";
import { msteams } from "./chat/msteams.ts";
import { rocketChat } from "./chat/rocket-chat.ts";
import { ryver } from "./chat/ryver.ts";
import { slack } from "./chat/slack.ts";
import { telegram } from "./chat/telegram.ts";
import { whatsappBusiness } from "./chat/whatsapp-business.ts";
import { zulip } from "./chat/zulip.ts";
import { braze } from "./email/braze.ts";
import { emailWebhook } from "./email/email-webhook.ts";
import { infobipEmail } from "./email/infobip-email.ts";
import { mailersend } from "./email/mailersend.ts";
import { mailgun } from "./email/mailgun.ts";
import { mailjet } from "./email/mailjet.ts";
import { mailtrap } from "./email/mailtrap.ts";
import { mandrill } from "./email/mandrill.ts";
import { netcore } from "./email/netcore.ts";
import { outlook365 } from "./email/outlook365.ts";
import { plunk } from "./email/plunk.ts";
import { postmark } from "./email/postmark.ts";
import { resend } from "./email/resend.ts";
import { sendgrid } from "./email/sendgrid.ts";
import { sendinblue } from "./email/sendinblue.ts";
import { ses } from "./email/ses.ts";
import { createSmtp, SMTP_TIMEOUTS } from "./email/smtp.ts";
import type { SmtpTimeouts } from "./email/smtp-pool.ts";
import { sparkpost } from "./email/sparkpost.ts";
import { inApp } from "./in-house/in-app.ts";
import { outboxEmail } from "./in-house/outbox-email.ts";
import { opaqueProviders } from "./opaque.ts";
import type { AnyProvider } from "./provider.ts";
import { apns } from "./push/apns.ts";
import { expo } from "./push/expo.ts";
import { fcm } from "./push/fcm.ts";
import { oneSignal } from "./push/one-signal.ts";
import { pushWebhook } from "./push/push-webhook.ts";
import { pusherBeams } from "./push/pusher-beams.ts";
import { pushpad } from "./push/pushpad.ts";
import { webPush } from "./push/web-push.ts";
import { africasTalking } from "./sms/africas-talking.ts";
import { azureSms } from "./sms/azure-sms.ts";
import { bandwidth } from "./sms/bandwidth.ts";
import { brevoSms } from "./sms/brevo-sms.ts";
import { bulkSms } from "./sms/bulk-sms.ts";
import { clickatell } from "./sms/clickatell.ts";
import { clicksend } from "./sms/clicksend.ts";
import { firetext } from "./sms/firetext.ts";
import { fortySixElks } from "./sms/forty-six-elks.ts";
import { genericSms } from "./sms/generic-sms.ts";
import { gupshup } from "./sms/gupshup.ts";
import { infobipSms } from "./sms/infobip-sms.ts";
import { kannel } from "./sms/kannel.ts";
import { messagebird } from "./sms/messagebird.ts";
import { nexmo } from "./sms/nexmo.ts";
import { plivo } from "./sms/plivo.ts";
import { sinch } from "./sms/sinch.ts";
import { sms77 } from "./sms/sms77.ts";
import { sns } from "./sms/sns.ts";
import { telnyx } from "./sms/telnyx.ts";
import { termii } from "./sms/termii.ts";
import { twilio } from "./sms/twilio.ts";

/** The registry of all providers. Created once, closed with the service. */
export type Providers = {
  readonly list: readonly AnyProvider[];
  find(id: string): AnyProvider | undefined;
  close(): void;
};

/** The vendors whose messages leave by their APIs. CONTRIBUTING.md lists what else a new provider needs. */
const VENDORS: readonly AnyProvider[] = [
  emailWebhook,
  braze,
  infobipEmail,
  mailersend,
  mailgun,
  mailjet,
  mailtrap,
  mandrill,
  netcore,
  outlook365,
  plunk,
  postmark,
  resend,
  sendgrid,
  sendinblue,
  ses,
  sparkpost,
  genericSms,
  africasTalking,
  azureSms,
  bandwidth,
  brevoSms,
  bulkSms,
  clickatell,
  clicksend,
  firetext,
  fortySixElks,
  gupshup,
  infobipSms,
  kannel,
  messagebird,
  nexmo,
  plivo,
  sinch,
  sms77,
  sns,
  telnyx,
  termii,
  twilio,
  apns,
  expo,
  fcm,
  oneSignal,
  pushWebhook,
  pusherBeams,
  pushpad,
  webPush,
  chatWebhook,
  discord,
  getstream,
  grafanaOnCall,
  mattermost,
  msteams,
  rocketChat,
  ryver,
  slack,
  telegram,
  whatsappBusiness,
  zulip,
];

export function createProviders(time: Time, timeouts: SmtpTimeouts = SMTP_TIMEOUTS): Providers {
  const smtp = createSmtp({ timeouts, time });
  const implemented: AnyProvider[] = [inApp, outboxEmail, smtp.provider, smtp.emailJs, ...VENDORS];
  const list = [...implemented, ...opaqueProviders(implemented)];
  const byId = new Map<string, AnyProvider>(list.map((provider) => [provider.id, provider]));
  return { list, find: (id) => byId.get(id), close: smtp.close };
}

/** See `Provider.idleMs`; 0 for a provider without connections of its own. */
export function keepsOpenMs(providers: Pick<Providers, "find">, id: string): number {
  const provider = providers.find(id);
  return (provider && "idleMs" in provider ? provider.idleMs : undefined) ?? 0;
}

/** See `Provider.connections`; undefined also for an unknown provider. */
export function connectionsOf(providers: Pick<Providers, "find">, id: string): number | undefined {
  const provider = providers.find(id);
  return provider && "connections" in provider ? provider.connections : undefined;
}
