import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import type { ProviderCall } from "./evidence.ts";
import { listenOnLoopback } from "./loopback.ts";
import { readMark, type Script, type ScriptedProvider } from "./scripted-provider.ts";
import type { SyncedLog } from "./synced-log.ts";

/** A mail server on loopback: it takes the same mail as often as it comes, as mail servers do. */
export async function openScriptedSmtp(name: string, log: SyncedLog): Promise<ScriptedProvider> {
  const calls: ProviderCall[] = [];
  let script: Script = () => ({ kind: "ok" });
  const take = async (text: string): Promise<Error | undefined> => {
    const key = /^X-Idempotency-Key: (\S+)/im.exec(text)?.[1] ?? "";
    const { mark, events } = readMark(unfolded(text));
    const behaviour = script({ mark, key, nth: calls.filter((call) => call.mark === mark).length + 1 });
    const isEffect = behaviour.kind !== "status";
    // A mail's boundaries and date are its own each time; what it says is not.
    const bodyHash = createHash("sha256").update(`${mark} ${events.join()}`).digest("hex").slice(0, 16);
    const outcome = isEffect ? "accepted" : "refused";
    const call = { at: Date.now(), provider: name, key, bodyHash, mark, events, isEffect, outcome } as const;
    calls.push(call);
    await log.write(call);
    if (behaviour.kind === "slow") await sleep(behaviour.ms);
    if (behaviour.kind !== "status") return undefined;
    return Object.assign(new Error("scripted"), { responseCode: behaviour.status });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        done(await take(Buffer.concat(chunks).toString()));
      } catch {
        // The sender was killed in the middle of its mail, which is then none.
      }
    },
  });
  server.on("error", () => {});
  return {
    name,
    port: await listenOnLoopback(server.server),
    calls,
    play: (next) => {
      script = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Quoted-printable, undone: long lines are broken, and some characters are written as numbers. */
function unfolded(text: string): string {
  const whole = text.replace(/=\r?\n/g, "");
  return whole.replace(/=([0-9A-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
