import { Models } from "postmark";
import { readAnswer, readEvent } from "./judge.mjs";
import { matchesIn, unique } from "./readers.mjs";

const ABOUT_ANSWER = "It is an answer of the recipient or of a program, and says nothing about the delivery.";
const event = (fields) => ({ MessageID: "pm1", Email: "ada@example.com", ...fields });

export const postmarkBounces = {
  package: "postmark",
  list: "bounce types",
  words: () => Object.values(Models.BounceType),
  read: (Type) => readEvent("postmark", event({ RecordType: "Bounce", Type })),
  rows: {
    HardBounce: "bounced permanent",
    Transient: "bounced",
    Unsubscribe: "unsubscribed",
    Subscribe: ["nothing", ABOUT_ANSWER],
    AutoResponder: ["nothing", ABOUT_ANSWER],
    AddressChange: ["nothing", ABOUT_ANSWER],
    DnsError: "bounced",
    SpamNotification: ["failed", "The mail was refused as spam."],
    OpenRelayTest: ["nothing", "It is a test of Postmark's server."],
    Unknown: ["failed", "It was not delivered, and Postmark does not know why."],
    SoftBounce: "bounced",
    VirusNotification: ["failed", "The mail was refused for its content."],
    ChallengeVerification: ["failed", "It is delivered only if a person confirms that it was sent."],
    BadEmailAddress: "bounced permanent",
    SpamComplaint: "complained permanent",
    ManuallyDeactivated: "bounced permanent",
    Unconfirmed: ["failed", "The sender is not confirmed: the mail was not sent."],
    Blocked: "failed",
    SMTPApiError: "failed",
    InboundError: ["nothing", "It is about received mail."],
    DMARCPolicy: ["failed", "Refused by the policy of the sender's domain."],
    TemplateRenderingFailed: ["failed", "The mail was not sent."],
  },
};

export const postmarkRecords = {
  package: "postmark",
  list: "records",
  // Each payload is a file of the package.
  words: () => matchesIn("postmark/dist/client/models/index.d.ts", /webhooks\/payload\/(\w+)Webhook"/g),
  read: (RecordType) =>
    readEvent(
      "postmark",
      event({
        RecordType,
        Type: "HardBounce",
        SuppressSending: true,
        SuppressionReason: "ManualSuppression",
      }),
    ),
  rows: {
    Bounce: "bounced permanent",
    Click: "clicked",
    Delivery: "delivered",
    Inbound: ["nothing", "It is about received mail."],
    Open: "opened",
    SpamComplaint: "complained permanent",
    SubscriptionChange: "unsubscribed",
  },
};

export const postmarkErrors = {
  package: "postmark",
  list: "error codes",
  words: () =>
    unique(
      matchesIn("postmark/dist/client/errors/Errors.js", /(?:inactiveRecipient|invalidEmailRequest): (\d+)/g),
    ),
  read: (code) =>
    readAnswer({ provider: "postmark" }, { status: 422, body: { ErrorCode: Number(code), Message: "No." } }),
  rows: { 300: "rejected", 406: "recipient_error" },
};
