import { isAscii } from "node:buffer";
import { Readable } from "node:stream";
import type { createTransport, MailMessage, NodemailerError } from "nodemailer";
import DKIM from "nodemailer/lib/dkim";
import { needsUtf8 } from "./addr-spec.ts";
import { encodeNames } from "./encode-names.ts";

type Transport = ReturnType<typeof createTransport>;

/** A recipient that the server refused, with its reply; or that it was not asked about, because something needs SMTPUTF8 and it lacks it. */
export type RefusedAddress = { address: string } & ({ error: NodemailerError } | { needsUtf8: string });

/** What is known of the last try to send a mail. */
export type TriedMail = {
  /**
   * The server has read the complete mail. Between the end of the mail and the server's 250 it is unknown whether the server accepted it
   * (RFC 1047); before that it certainly did not.
   */
  isRead(): boolean;
  refused(): RefusedAddress[];
};

/** An address as it was given, and as it is sent: a domain in Punycode. */
type Recipient = { address: string; sentAs: string };
/** nodemailer adds to the envelope what the server replied to each recipient. */
type Envelope = {
  from: string | false;
  to: string[];
  rejectedErrors?: NodemailerError[];
  [name: string]: unknown;
};
type Tried = {
  envelope?: Envelope;
  stream?: Readable;
  withoutUtf8: readonly RefusedAddress[];
  all: readonly Recipient[];
};

/**
 * Prepares each mail of the transport before it waits for a connection: its bytes are made and signed once, so that their number is
 * known (SIZE, RFC 1870) and each try sends the same. The abort signal is the only option of ours that reaches the plugin; by it the
 * returned function finds what became of the mail.
 */
export function prepareMails(transport: Transport): (signal: AbortSignal) => TriedMail {
  const tries = new WeakMap<AbortSignal, Tried>();
  transport.use("stream", (mail, done) => {
    const { signal, dkim } = mail.data;
    // Signed here, because nodemailer would sign after the bytes are counted.
    delete mail.data.dkim;
    encodeNames(mail.message);
    if (dkim) mail.message.processFunc((stream) => new DKIM(dkim).sign(stream));
    const all = recipientsOf(mail);
    const tried: Tried = { withoutUtf8: [], all };
    if (signal) tries.set(signal, tried);
    mail.message.build((error, bytes) => {
      if (error) return done(error);
      sendBytes(transport, mail, { bytes, tried });
      done();
    });
  });
  return (signal) => triedMail(tries.get(signal));
}

type Prepared = { bytes: Buffer; tried: Tried };

/**
 * nodemailer asks for the envelope and the stream when a connection is ready, for each try anew. The envelope is a fresh copy each time:
 * nodemailer 10.6.0 keeps its errors in it, so a second try failed by the error of the first.
 */
function sendBytes(transport: Transport, mail: MailMessage, { bytes, tried }: Prepared): void {
  const { from } = mail.message.getEnvelope();
  const content = { size: bytes.length, use8BitMime: !isAscii(bytes) };
  const partForAll = internationalPart(mail, from);
  const partFor = ({ sentAs }: Recipient) =>
    partForAll ?? (needsUtf8(sentAs) ? "the recipient's address" : undefined);
  mail.message.getEnvelope = () => {
    const needing = supportsUtf8(transport, mail) ? [] : tried.all.filter(partFor);
    tried.withoutUtf8 = needing.map((one) => ({ address: one.address, needsUtf8: partFor(one) ?? "" }));
    const to = tried.all.filter((one) => !needing.includes(one)).map(({ sentAs }) => sentAs);
    tried.envelope = { from, to, ...content };
    return tried.envelope;
  };
  mail.message.createReadStream = () => {
    tried.stream = Readable.from(piecesOf(bytes), { objectMode: false });
    return tried.stream;
  };
}

const PIECE_BYTES = 64 * 1024;

/** The stream is read only after the server's 354, piece by piece as the connection takes them, and ends with the last byte. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    yield bytes.subarray(start, start + PIECE_BYTES);
}

function recipientsOf({ message, data }: MailMessage): Recipient[] {
  const { from, to } = data.envelope as { from: string; to: string[] };
  const recipients = to.map((address) => {
    const [sentAs = address] = message.setEnvelope({ from, to: address }).getEnvelope().to;
    return { address, sentAs };
  });
  message.setEnvelope({ from, to });
  return recipients;
}

/** What of the mail, beside its recipients, only a server with SMTPUTF8 may get (RFC 6531, section 3.2). */
function internationalPart({ data }: MailMessage, from: string | false): string | undefined {
  if (from && needsUtf8(from)) return "the sender's address";
  const replyTo = (data.replyTo ?? []) as { address: string }[];
  return replyTo.some(({ address }) => needsUtf8(address)) ? "an address in replyTo" : undefined;
}

type Resource = { queueEntry?: { mail: unknown } | false; connection?: { _supportedExtensions?: string[] } };

/**
 * Whether the server of the connection that is about to send the mail supports SMTPUTF8. nodemailer has no way to ask; if a version keeps
 * the answer elsewhere, all servers count as supporting it (a test fails then).
 */
function supportsUtf8(transport: Transport, mail: MailMessage): boolean {
  const { _connections = [] } = transport.transporter as unknown as { _connections?: Resource[] };
  const resource = _connections.find(({ queueEntry }) => queueEntry && queueEntry.mail === mail);
  return resource?.connection?._supportedExtensions?.includes("SMTPUTF8") ?? true;
}

function triedMail(tried: Tried | undefined): TriedMail {
  return {
    isRead: () => tried?.stream?.readableEnded ?? false,
    refused() {
      if (!tried) return [];
      const errors = tried.envelope?.rejectedErrors ?? [];
      const refused = tried.all.flatMap(({ address, sentAs }): RefusedAddress[] => {
        const error = errors.find(({ recipient }) => recipient === sentAs);
        return error ? [{ address, error }] : [];
      });
      return [...tried.withoutUtf8, ...refused];
    },
  };
}
