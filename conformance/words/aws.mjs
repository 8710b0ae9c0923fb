import { readAnswer, readEvent } from "./judge.mjs";
import { matchesIn } from "./readers.mjs";

/** The errors that the documentation of a command names. */
const thrownBy = (client, command) =>
  matchesIn(
    `@aws-sdk/${client}/dist-types/commands/${command}.d.ts`,
    /@throws \{@link (?!\w+ServiceException\b)(\w+)\}/g,
  );

/** The status of an error, and its code in XML, from the schemas of the package. */
function statedFor(client, error) {
  const file = `@aws-sdk/${client}/dist-es/schemas/schemas_0.js`;
  const [stated] = matchesIn(file, new RegExp(`export var ${error}\\$ = \\[-3, [^{]*(\\{[^}]*\\})`, "g"));
  const [, status] = /\[_hE\]: (\d+)/.exec(stated) ?? [];
  const [, code] = /\[_aQE\]: \[`(\w+)`/.exec(stated) ?? [];
  return { status: Number(status), code };
}

export const sesErrors = {
  package: "@aws-sdk/client-sesv2",
  list: "errors of SendEmail",
  words: () => thrownBy("client-sesv2", "SendEmailCommand"),
  read(error) {
    const { status } = statedFor("client-sesv2", error);
    return readAnswer(
      { provider: "ses" },
      { status, headers: { "x-amzn-errortype": error }, body: { message: "No." } },
    );
  },
  rows: {
    AccountSuspendedException: "config_error",
    BadRequestException: "rejected",
    LimitExceededException: [
      "not_processed",
      "Too many resources of a kind: the account must lower their number.",
    ],
    MailFromDomainNotVerifiedException: "config_error",
    MessageRejected: ["rejected", "Unless its sentence says that the sender is not verified."],
    NotFoundException: ["config_error", "The configuration set or the tenant does not exist."],
    SendingPausedException: "config_error",
    TooManyRequestsException: "not_processed throttled",
  },
};

const EVENT_NAMES = { RENDERING_FAILURE: "Rendering Failure", DELIVERY_DELAY: "DeliveryDelay" };
const MEMBERS = { REJECT: "reject", RENDERING_FAILURE: "failure", DELIVERY_DELAY: "deliveryDelay" };
const capital = (word) => word[0] + word.slice(1).toLowerCase();

/** An event as SNS posts it. */
function eventOf(type, detail) {
  const eventType = EVENT_NAMES[type] ?? capital(type);
  const member = MEMBERS[type] ?? type.toLowerCase();
  return { Message: JSON.stringify({ eventType, mail: { messageId: "ses1" }, [member]: detail }) };
}

const enumIn = (name) =>
  matchesIn(
    "@aws-sdk/client-sesv2/dist-es/models/enums.js",
    new RegExp(`export const ${name} = \\{([^}]*)\\}`, "g"),
  ).flatMap((body) => [...body.matchAll(/"(\w+)"/g)].map(([, word]) => word));

export const sesEvents = {
  package: "@aws-sdk/client-sesv2",
  list: "event types",
  words: () => enumIn("EventType"),
  read: (type) =>
    readEvent(
      "ses",
      eventOf(type, { bounceType: "Permanent", newTopicPreferences: { unsubscribeAll: true } }),
    ),
  rows: {
    BOUNCE: "bounced permanent",
    CLICK: "clicked",
    COMPLAINT: "complained permanent",
    DELIVERY: "delivered",
    DELIVERY_DELAY: "deferred",
    OPEN: "opened",
    REJECT: "failed",
    RENDERING_FAILURE: "failed",
    SEND: ["nothing", "The answer to the send has said so."],
    SUBSCRIPTION: ["unsubscribed", "The recipient has left all topics of the contact list."],
  },
};

export const sesBounces = {
  package: "@aws-sdk/client-sesv2",
  list: "bounce types",
  words: () => enumIn("BounceType"),
  read: (type) => readEvent("ses", eventOf("BOUNCE", { bounceType: capital(type) })),
  rows: { PERMANENT: "bounced permanent", TRANSIENT: "bounced", UNDETERMINED: "bounced" },
};

const OF_PUSH = "It is about a mobile push endpoint or an encrypted topic; an SMS has neither.";

export const snsErrors = {
  package: "@aws-sdk/client-sns",
  list: "errors of Publish",
  words: () => thrownBy("client-sns", "PublishCommand"),
  read(error) {
    const { status, code = error } = statedFor("client-sns", error);
    const body = `<ErrorResponse><Error><Code>${code}</Code><Message>No.</Message></Error></ErrorResponse>`;
    return readAnswer({ provider: "sns" }, { status, body });
  },
  rows: {
    AuthorizationErrorException: "config_error",
    EndpointDisabledException: ["rejected", OF_PUSH],
    InternalErrorException: "ambiguous",
    InvalidParameterException: ["rejected", "Unless its sentence names the telephone number."],
    InvalidParameterValueException: "rejected",
    InvalidSecurityException: "config_error",
    KMSAccessDeniedException: ["rejected", OF_PUSH],
    KMSDisabledException: ["rejected", OF_PUSH],
    KMSInvalidStateException: ["rejected", OF_PUSH],
    KMSNotFoundException: ["rejected", OF_PUSH],
    KMSOptInRequired: ["config_error", OF_PUSH],
    KMSThrottlingException: ["rejected", OF_PUSH],
    NotFoundException: ["config_error", OF_PUSH],
    PlatformApplicationDisabledException: ["rejected", OF_PUSH],
    ValidationException: "rejected",
  },
};
