import type { Channel, CredentialField, ProviderId } from "@tidings/contract";
import type { AboutRecipients } from "./recipients.ts";

/** A mailbox: the address without a name, and the display name. */
export type Mailbox = { address: string; name?: string };

/** An attachment has its bytes, never a path or a URL. `mime` may have parameters: `text/csv; charset=utf-8`. */
export type Attachment = { name: string; mime: string; bytes: Buffer; contentId?: string };

/** The trigger's additions to the provider's HTTP request; ignored by providers without one. */
export type Passthrough = {
  body: Record<string, unknown>;
  headers: Record<string, string>;
  query: Record<string, string>;
};

/** Common to all channels: `key` is the same for every attempt of this message with one integration. */
type Keyed = { key: string; passthrough?: Passthrough };
export type EmailMessage = Keyed & {
  from?: Mailbox;
  to: Mailbox[];
  cc?: Mailbox[];
  bcc?: Mailbox[];
  replyTo?: readonly Mailbox[];
  subject: string;
  html: string;
  text?: string;
  attachments?: Attachment[];
  headers?: Record<string, string>;
  /**
   * Data of the trigger for the vendor, which returns it in its events (`email/custom-data.ts`). Microsoft 365, Netcore, Plunk and
   * SMTP have no place for it.
   */
  customData?: Record<string, string>;
  /**
   * The stored message: the boundaries of the MIME parts depend on its id, and its time is the `Date`, so that every attempt
   * sends the same bytes. Absent for a mail that is sent once, as the test of an integration.
   */
  stored?: { id: string; at: Date };
  /**
   * Those of the recipients to which nothing more is sent, although the mail names them: an earlier attempt reached them, or they were
   * refused for good.
   */
  settled?: readonly string[];
};
export type SmsMessage = Keyed & { to: string; from?: string; body: string };
export type PushMessage = Keyed & {
  tokens: string[];
  title: string;
  body: string;
  data?: Record<string, unknown>;
};
/**
 * A chat message has a URL of the subscriber, or a channel (an id of the vendor or a phone number), or both. `values`: the parts of
 * `body` that are data (from, up to); they are shown as they are, whatever they mean in the vendor's mark-up.
 */
export type ChatMessage = Keyed & {
  webhookUrl?: string;
  channel?: string;
  body: string;
  values?: readonly ValueRange[];
};
/** A part of a text: the position of its first character, and the position behind it. */
export type ValueRange = readonly [start: number, end: number];

export type MessageOf = {
  email: EmailMessage;
  sms: SmsMessage;
  push: PushMessage;
  chat: ChatMessage;
};
/** Channels that leave the service; in-app messages are delivered by being stored. */
export type OutgoingChannel = keyof MessageOf;

/**
 * The result of one attempt. Where a provider answers for each recipient, the subscriber's own decides (`recipient-answers.ts`).
 * - accepted: the provider has the message (also: it already had it, under the same key).
 * - not_processed: the provider certainly did not process it (connection refused, 429, 503); a retry makes sense.
 * - ambiguous: the provider may have processed it (time-out after sending, 500, 502, 504).
 * - config_error: the account or credentials are wrong; another integration may work.
 * - recipient_error: this address, number or token cannot be reached.
 * - rejected: the provider rejects the message itself.
 */
export type SendOutcome = AboutRecipients &
  (
    | {
        kind: "accepted";
        providerMessageId?: string;
        /** The time of sending from the provider's response, if there is one. */
        providerDate?: string;
        raw?: string;
      }
    | {
        kind: "not_processed" | "ambiguous" | "config_error" | "recipient_error" | "rejected";
        /** One sentence, without secrets. */
        reason: string;
        /** The provider's response: at most 4 KiB, without credentials. */
        raw?: string;
        retryAfterMs?: number;
        /** Rate limited by the provider (429): does not count as an attempt. Absent for a used-up quota. */
        isThrottled?: true;
        /** The quota of a day or longer is used up: a wait until `retryAfterMs`, or else the next day in UTC. */
        isQuotaUsedUp?: true;
        /** The content of the trigger is invalid; the provider was not called. */
        isContentFault?: true;
        /**
         * The provider works, and refused this message or recipient alone (greylisting, a full mailbox): its circuit breaker does not count
         * the failure.
         */
        isProviderWell?: true;
      }
  );

/** The credentials of an integration: the fields of the specification's Credentials. */
export type Credentials = Record<string, string | boolean | Record<string, unknown> | undefined>;

/** An access token, or a signed JWT, and how long the vendor accepts it. */
export type IssuedToken = { token: string; validForMs: number };

/** The tokens of all integrations of this process: one request for a token serves all messages until it expires. */
export type TokenCache = {
  /**
   * The token with this name; `issue` is called when there is none or it is about to expire. Concurrent callers share one
   * call. A failure is returned to all of them and is not cached.
   */
  get(name: string, issue: () => Promise<IssuedToken | SendOutcome>): Promise<string | SendOutcome>;
  /** Drops a token that the vendor no longer accepts; another token that is cached by now stays. */
  forget(name: string, token: string): void;
};

/** A provider's access to network, outbox and clock; passed to it, never imported. */
export type ProviderIO = {
  /** HTTP with the outbound guard (outbound/). */
  request: (call: HttpCall) => Promise<HttpResult>;
  /** Stores a mail in the local outbox and returns its file name. */
  keepMail: (name: string, eml: Buffer) => Promise<string>;
  /** Access tokens and JWTs, cached until they expire. */
  tokens: TokenCache;
  /** The wall clock, for requests with a timestamp. */
  now: () => Date;
  /** Checks and resolves a host for protocols with their own client (SMTP). */
  resolve: (host: string, port: number) => Promise<ResolvedHost>;
};

export type HttpCall = {
  method: "GET" | "POST" | "PUT";
  url: string;
  /** Sent over HTTP/2. Calls with the same origin and the same session name share a connection; accounts do not share a name. */
  http2?: { session: string };
  headers?: Record<string, string>;
  /** Sent unchanged. */
  body?: string | Buffer;
};

/** Failures of the network or the peer are values: a call does not throw for them. */
export type HttpResult =
  | {
      kind: "answered";
      status: number;
      headers: Record<string, string>;
      body: string;
      /** The body is not complete: too long, incomplete, or compressed. */
      isCut: boolean;
      /** From `Retry-After`, when it is valid. */
      retryAfterMs?: number;
    }
  /** Nothing was sent: unknown name, connection refused, TLS failed, connect time-out. */
  | { kind: "unreachable"; reason: string }
  /** Refused by the guard: a private address, a wrong scheme, a port that is not allowed. */
  | { kind: "forbidden"; reason: string }
  /** Bytes may have been sent, but no status line was received. */
  | { kind: "broken"; reason: string };

export type ResolvedHost =
  | { kind: "resolved"; address: string }
  | { kind: "forbidden" | "unreachable"; reason: string };

/** A destination that a provider calls, and the credential that contains it. */
export type Reach = { field: string; url: string } | { field: string; host: string; port: number };
/** Why calls to a destination would be refused, and the entry of TIDINGS_OUTBOUND_ALLOW that would allow them. */
export type DestinationRefusal = { reason: string; allow?: string };
export type CheckDestination = (reach: Reach) => Promise<DestinationRefusal | undefined>;

/** What a provider states about itself; `GET /v1/providers` shows it. */
export type ProviderDefinition = {
  readonly id: ProviderId;
  readonly channel: Channel;
  /** `SMTP`, `Generic SMS`. Shown in execution details. */
  readonly displayName: string;
  /** Documentation of the vendor or of the protocol. */
  readonly docsUrl?: string;
  /** Every credential that it reads. Says which are secret and which are required. */
  readonly fields: readonly CredentialField[];
  /** False for an id of the specification without an implementation; see `opaque.ts`. Default: true. */
  readonly canSend?: false;
};

/** One vendor, one channel, one small file. A provider has no retries, no logging and no database. */
export type Provider<C extends OutgoingChannel = OutgoingChannel> = ProviderDefinition & {
  readonly channel: C;
  /** At most so many calls of one integration at a time in a process. No time limit of `send` includes the wait. Default: no limit. */
  readonly connections?: number;
  /** How long it keeps a connection open that is not used. */
  readonly idleMs?: number;
  /** The destinations that it calls with these credentials. */
  reaches?(credentials: Credentials): Reach[];
  send(message: MessageOf[C], credentials: Credentials, io: ProviderIO): Promise<SendOutcome>;
  /**
   * Asks the vendor whether it accepts the credentials, with its cheapest call that sends nothing. Undefined for a vendor that
   * has no such call; returns undefined where these credentials cannot be asked about.
   */
  check?(credentials: Credentials, io: ProviderIO): Promise<SendOutcome | undefined>;
};

/** The in-app provider has no `send`: the stored message is the delivery. */
export type InAppProvider = ProviderDefinition & {
  readonly channel: "in_app";
  readonly reaches?: undefined;
};
export type AnyProvider = { [C in OutgoingChannel]: Provider<C> }[OutgoingChannel] | InAppProvider;
