import mailchimp from "@mailchimp/mailchimp_transactional";
import { base64, isInline, mailbox, named, senderOf } from "./mail-parts.mjs";

const fileOf = (file) => ({ type: file.mime, name: file.contentId ?? file.name, content: base64(file) });

export const mailchimpSdk = {
  package: "@mailchimp/mailchimp_transactional",
  provider: "mandrill",
  hosts: ["mandrillapp.com"],
  differs: {
    url: "Ours: the documented address. The SDK calls 1.3 and leaves out the format; the answers are equal.",
  },
  async send(mail, { apiKey, ...credentials }) {
    const { address, name } = senderOf(credentials);
    const of = (type) => (one) => ({ ...named(one), type });
    const answer = await mailchimp(apiKey).messages.send({
      message: {
        from_email: address,
        from_name: name,
        to: [...mail.to.map(of("to")), ...mail.cc.map(of("cc")), ...mail.bcc.map(of("bcc"))],
        preserve_recipients: true,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        metadata: mail.customData,
        headers: { ...mail.headers, "Reply-To": mailbox(mail.replyTo[0]) },
        attachments: mail.attachments.filter((file) => !isInline(file)).map(fileOf),
        images: mail.attachments.filter(isInline).map(fileOf),
      },
      async: false,
    });
    // The SDK resolves with the error of a refused call.
    if (answer instanceof Error) throw answer;
    return answer;
  },
};
