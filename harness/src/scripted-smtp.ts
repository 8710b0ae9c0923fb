import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import type { ProviderCall } from "./evidence.ts";
import { listenOnLoopback } from "./loopback.ts";
import { readMark, type Script, type ScriptedProvider } from "./scripted-provider.ts";
import type { SyncedLog } from "./synced-log.ts";

/** The domain of recipients that get a copy. */
export const COPIES = "@copies.example.com";

/** The reply to a recipient that is refused; undefined to accept it. */
export type JudgeRecipient = (address: string) => { code: number; text: string } | undefined;

/** A mail server on loopback. Like all mail servers it does not deduplicate. */
export async function openScriptedSmtp(
  name: string,
  log: SyncedLog,
  judge: JudgeRecipient = () => undefined,
): Promise<ScriptedProvider> {
  const calls: ProviderCall[] = [];
  let script: Script = () => ({ kind: "ok" });
  const receive = async (text: string, recipients: readonly string[]): Promise<Error | undefined> => {
    const key = /^X-Idempotency-Key: (\S+)/im.exec(text)?.[1] ?? "";
    const { mark, events } = readMark(decoded(text));
    const behaviour = script({ mark, key, nth: calls.filter((call) => call.mark === mark).length + 1 });
    const isAccepted = behaviour.kind !== "status";
    // A copy that was put off gets the mail alone.
    const isEffect = isAccepted && !recipients.every((address) => address.endsWith(COPIES));
    // MIME boundaries and the date differ in every attempt, so only the content is hashed.
    const bodyHash = createHash("sha256").update(`${mark} ${events.join()}`).digest("hex").slice(0, 16);
    const outcome = isAccepted ? "accepted" : "refused";
    const what = { provider: name, key, bodyHash, mark, events, isEffect, outcome, recipients } as const;
    const call: ProviderCall = { at: Date.now(), ...what };
    calls.push(call);
    await log.write(call);
    if (behaviour.kind === "slow") await sleep(behaviour.ms);
    if (behaviour.kind !== "status") return undefined;
    return Object.assign(new Error("scripted"), { responseCode: behaviour.status });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) => {
      const refusal = judge(address);
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData: async (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const recipients = envelope.rcptTo.map(({ address }) => address);
        done(await receive(Buffer.concat(chunks).toString(), recipients));
      } catch {
        // The sender was killed in the middle of the email, so it was not delivered.
      }
    },
  });
  server.on("error", () => {});
  return {
    name,
    port: await listenOnLoopback(server.server),
    calls,
    setScript: (next) => {
      script = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Decodes quoted-printable. */
function decoded(text: string): string {
  const unfolded = text.replace(/=\r?\n/g, "");
  return unfolded.replace(/=([0-9A-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
