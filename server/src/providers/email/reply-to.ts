/**
 * The providers whose API takes one address for replies. The others take several, as RFC 5322, section 3.6.2, allows.
 * - Braze `reply_to`: https://www.braze.com/docs/api/objects_filters/messaging/email_object/
 * - Infobip `replyTo`: https://www.infobip.com/docs/api/channels/email/send-fully-featured-email
 * - MailerSend `reply_to`: https://developers.mailersend.com/api/v1/email.html
 * - Mailjet `ReplyTo`, whose `Headers` may have no `Reply-To`: https://dev.mailjet.com/email/guides/send-api-v31/
 * - Netcore `reply_to`: https://emaildocs.netcorecloud.com/reference/send-mail-api-1
 * - Plunk `reply`: https://docs.useplunk.com/api-reference/public-api/sendEmail
 * - Brevo `replyTo`: https://developers.brevo.com/reference/sendtransacemail
 */
export const TAKES_ONE_REPLY_TO: ReadonlySet<string> = new Set([
  "braze",
  "infobip-email",
  "mailersend",
  "mailjet",
  "netcore",
  "plunk",
  "sendinblue",
]);
