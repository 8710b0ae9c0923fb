import type { ProviderId } from "@tidings/contract";

/** A mailbox: the bare address, and the name shown beside it. */
export type Mailbox = { address: string; name?: string };

/** Every attachment by its bytes; never by a path or a URL. */
export type Attachment = { name: string; mime: string; bytes: Buffer; contentId?: string };

/** Members that the trigger wants in the provider's own request as they are; where a provider has no such request, nothing. */
export type Passthrough = {
  body: Record<string, unknown>;
  headers: Record<string, string>;
  query: Record<string, string>;
};

/** What all channels have: `key` is the same for every attempt at this message through one integration. */
type Keyed = { key: string; passthrough?: Passthrough };
export type EmailMessage = Keyed & {
  from?: Mailbox;
  to: Mailbox[];
  cc?: Mailbox[];
  bcc?: Mailbox[];
  replyTo?: Mailbox;
  subject: string;
  html: string;
  text?: string;
  attachments?: Attachment[];
  headers?: Record<string, string>;
};
export type SmsMessage = Keyed & { to: string; from?: string; body: string };
export type PushMessage = Keyed & {
  tokens: string[];
  title: string;
  body: string;
  data?: Record<string, unknown>;
};
export type ChatMessage = Keyed & { webhookUrl: string; channel?: string; body: string };

export type MessageOf = {
  email: EmailMessage;
  sms: SmsMessage;
  push: PushMessage;
  chat: ChatMessage;
};
/** Channels that leave the service; in-app messages are delivered by being stored. */
export type OutgoingChannel = keyof MessageOf;

/**
 * What came of one attempt (reliability-facts 4.3).
 * - accepted: the provider has it (also: it says it had it already, under the same key).
 * - not_processed: it certainly did not act (refused connection, 429, 503); worth another try.
 * - ambiguous: it may or may not have acted (time-out after sending, 500, 502, 504).
 * - config_error: our account or credentials are at fault; another integration may do better.
 * - recipient_error: this address, number or token cannot be reached.
 * - rejected: the provider calls the message itself wrong.
 */
export type SendOutcome =
  | {
      kind: "accepted";
      providerMessageId?: string;
      /** The moment of sending as the provider wrote it, where it writes one. */
      providerDate?: string;
      raw?: string;
    }
  | {
      kind: "not_processed" | "ambiguous" | "config_error" | "recipient_error" | "rejected";
      /** One sentence for people, without secrets. */
      reason: string;
      /** The provider's own answer: at most 4 KiB, without credentials. */
      raw?: string;
      retryAfterMs?: number;
      /** The provider only said that it is too much at once (429): that is no attempt. */
      isThrottled?: true;
      /** What the trigger asks for is at fault; the provider was not called. */
      isContentFault?: true;
    };

/** Credentials as the integration stores them: the fields of the specification's Credentials. */
export type Credentials = Record<string, string | boolean | Record<string, unknown> | undefined>;

/** What a provider reaches the world through; handed to it, never imported. */
export type ProviderIO = {
  /** HTTP, guarded. See outbound/. */
  request: (call: HttpCall) => Promise<HttpAnswer>;
  /** Keeps a mail in the local outbox and answers the name it got there. */
  keepMail: (name: string, eml: Buffer) => Promise<string>;
  /** The wall clock, for requests that carry their time. */
  now: () => Date;
  /** Guards and resolves a host for protocols that bring their own client (SMTP). */
  resolve: (host: string, port: number) => Promise<ResolvedHost>;
};

export type HttpCall = {
  method: "GET" | "POST" | "PUT";
  url: string;
  headers?: Record<string, string>;
  /** Text is sent as it is. */
  body?: string;
};

/** Outcomes are values: a call never throws for what the network or the other side does. */
export type HttpAnswer =
  | {
      kind: "answered";
      status: number;
      headers: Record<string, string>;
      body: string;
      /** The body is not whole: longer than what is read, broken off, or compressed. */
      isCut: boolean;
      /** From `Retry-After`, when it makes sense. */
      retryAfterMs?: number;
    }
  /** Nothing was sent: name unknown, refused, TLS failed, connect time-out. */
  | { kind: "unreachable"; reason: string }
  /** The guard said no: a private address, a bad scheme, a port that is not open to us. */
  | { kind: "forbidden"; reason: string }
  /** Bytes may have gone out and no status line came back. */
  | { kind: "broken"; reason: string };

export type ResolvedHost =
  | { kind: "resolved"; address: string }
  | { kind: "forbidden" | "unreachable"; reason: string };

/** A place that a provider calls, and the credential that names it. */
export type Reach = { field: string; url: string } | { field: string; host: string; port: number };
/** Why a place would not be called, and the entry of the setting of outgoing calls that would allow it. */
export type DestinationRefusal = { reason: string; allow?: string };
export type CheckDestination = (reach: Reach) => Promise<DestinationRefusal | undefined>;

/** One vendor, one channel, one small file. It knows nothing of us: no retries, no logging, no database. */
export type Provider<C extends OutgoingChannel = OutgoingChannel> = {
  readonly id: ProviderId;
  readonly channel: C;
  /** As people write it: `SMTP`, `Generic SMS`. Stands in execution details. */
  readonly name: string;
  /** Credential fields without which `send` cannot work. */
  readonly requires: readonly string[];
  /** The places it would call with these credentials. */
  reaches?(credentials: Credentials): Reach[];
  send(message: MessageOf[C], credentials: Credentials, io: ProviderIO): Promise<SendOutcome>;
};

/** The in-app provider has no `send`: its delivery is the stored message. */
export type InAppProvider = {
  readonly id: ProviderId;
  readonly channel: "in_app";
  readonly name: string;
  readonly requires: readonly string[];
  readonly reaches?: undefined;
};
export type AnyProvider = { [C in OutgoingChannel]: Provider<C> }[OutgoingChannel] | InAppProvider;
