import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { PROGRAM } from "./serving.ts";

/** The simulator of all vendors as a process, started as a user starts it. */
export type Simulating = {
  readonly url: string;
  readonly providerIds: readonly string[];
  /** Counts the lines of accepted messages from now on, by their text. */
  listen(textOf: RegExp): ReadonlyMap<string, number>;
  connectionCount(): Promise<number>;
  stop(): Promise<void>;
};

export async function simulate(): Promise<Simulating> {
  const child = spawn(process.execPath, [PROGRAM, "simulator", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let onLine: (line: string) => void = () => {};
  const started = new Promise<string>((resolve) => {
    onLine = (line) => {
      const [, url] = /vendors at (http:\/\/[\d.]+:\d+)/.exec(line) ?? [];
      if (url) resolve(url);
    };
  });
  createInterface(child.stdout).on("line", (line) => onLine(line));
  const url = await started;
  const list = async () => (await (await fetch(url)).json()) as { vendors: string[]; connections: number };
  return {
    url,
    providerIds: (await list()).vendors,
    listen(textOf) {
      const counts = new Map<string, number>();
      onLine = (line) => {
        const [text] = textOf.exec(line) ?? [];
        if (text && line.includes(" accepted")) counts.set(text, (counts.get(text) ?? 0) + 1);
      };
      return counts;
    },
    connectionCount: async () => (await list()).connections,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
