import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../client/bin/tidings.js", import.meta.url));

export type DemoServer = { url: string; apiKey: string; close(): Promise<void> };

/** Starts `tidings serve` with a temporary store; closing deletes the store. */
export async function startDemoServer(): Promise<DemoServer> {
  const directory = await mkdtemp(join(tmpdir(), "tidings-demo-"));
  // The demo's mail server is on this machine; by default, outbound calls may not connect to it.
  const flags = ["serve", "--port", "0", "--data-dir", directory, "--outbound-allow", "127.0.0.1/32"];
  const env = {
    ...process.env,
    DATABASE_URL: "",
    TIDINGS_API_KEY: "",
    TIDINGS_BRAND: "",
    TIDINGS_ENVELOPE: "",
  };
  const child = spawn(process.execPath, [PROGRAM, ...flags], { env, stdio: ["ignore", "pipe", "inherit"] });
  const { url, apiKey } = await new Promise<{ url: string; apiKey: string }>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const ready = /ready at (\S+)/.exec(text)?.[1];
      const key = /API key\s+(\S+)/.exec(text)?.[1];
      if (ready && key) resolve({ url: ready, apiKey: key });
    });
    child.once("exit", (code) => reject(new Error(`the server exited with ${code} before it was ready`)));
  });
  return {
    url,
    apiKey,
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
