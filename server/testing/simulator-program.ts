import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { chat, email, push, sms } from "./steps.ts";
import type { TestEnvironment } from "./test-environment.ts";

export const PROGRAM = join(import.meta.dirname, "../../client/bin/tidings.js");

export type SimulatorProgram = {
  readonly url: string;
  /** Waits until the output matches. */
  shows(pattern: RegExp): Promise<RegExpExecArray>;
  /** Everything that was shown so far. */
  output(): string;
  /** Ends the program; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** What `GET /{providerId}` shows. */
  described(providerId: string): Promise<any>;
};

/** `tidings simulator` for the tests of one file; ends it after the last test. */
export async function useSimulatorProgram(): Promise<SimulatorProgram> {
  const program = await startSimulatorProgram();
  afterAll(program.stop);
  return program;
}

/** `tidings simulator` on free ports; the caller stops it. */
export async function startSimulatorProgram(...flags: string[]): Promise<SimulatorProgram> {
  const child = spawn(process.execPath, [PROGRAM, "simulator", "--port", "0", ...flags]);
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let output = "";
  const shows = async (pattern: RegExp): Promise<RegExpExecArray> => {
    const found = pattern.exec(output);
    if (found) return found;
    await new Promise((resolve) => child.stdout.once("data", resolve));
    return shows(pattern);
  };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const [, url = ""] = await shows(/vendors at (http:\/\/127\.0\.0\.1:\d+)/);
  const stop = () => {
    child.kill("SIGTERM");
    return exited;
  };
  const described = async (providerId: string) => (await fetch(`${url}/${providerId}`)).json();
  return { url, shows, output: () => output, stop, described };
}

/** Creates the integration that the simulator describes; returns its id. */
export async function givenSimulated(
  environment: TestEnvironment,
  { channel, providerId, credentials, configurations }: any,
): Promise<string> {
  const body = { providerId, channel, name: providerId, active: true, check: false, credentials };
  const answer = await environment.post("/v1/integrations", {
    ...body,
    ...(configurations ? { configurations } : {}),
  });
  expect(answer.status).toBe(201);
  return answer.body._id;
}

/** A step for each channel that sends `payload.text`. */
export const TEXT_STEPS = {
  email: email("<p>Hi</p>", { subject: "{{payload.text}}" }),
  sms: sms("{{payload.text}}"),
  chat: chat("{{payload.text}}"),
  push: push("{{payload.text}}", { subject: "Hi" }),
};
