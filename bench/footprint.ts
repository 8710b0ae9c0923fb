import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { withChildren } from "./process-figures.ts";
import { serve } from "./serving.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const IDLE_MS = 10_000;

/** Times of start and stop, idle memory, and size of the installation. */
export async function footprint(): Promise<string[]> {
  const first = await serve();
  const stopFirst = await first.stop();
  const later = await serve(first.dataDirectory);
  await sleep(IDLE_MS);
  const serverMb = residentMb([later.pid]);
  const postgresMb = proportionalMb(postgresPids(later.dataDirectory));
  await later.stop();
  await first.remove();
  return [
    `very first start to ready: ${(first.readyAfterMs / 1000).toFixed(2)} s (initializes the embedded PostgreSQL)`,
    `later start to ready: ${(later.readyAfterMs / 1000).toFixed(2)} s`,
    `SIGTERM to exit: ${(stopFirst / 1000).toFixed(2)} s`,
    `resident memory idle: ${serverMb.toFixed(0)} MB server, ${postgresMb.toFixed(0)} MB embedded PostgreSQL (proportional)`,
    ...installSize(),
  ];
}

/** The resident memory of these processes together. */
export function residentMb(pids: readonly number[]): number {
  const kb = pids.map((pid) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0),
  );
  return kb.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Counts shared pages once: the processes of PostgreSQL share most of their memory. */
function proportionalMb(pids: readonly number[]): number {
  const kb = pids.map((pid) =>
    Number(/Pss:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0),
  );
  return kb.reduce((sum, one) => sum + one, 0) / 1024;
}

function postgresPids(dataDirectory: string): number[] {
  return withChildren(
    Number(readFileSync(`${dataDirectory}/postgres/postmaster.pid`, "utf8").split("\n")[0]),
  );
}

/** Number and size of the packages that `npm ci --omit=dev` installs. */
function installSize(): string[] {
  const listed = execFileSync("npm", ["ls", "--omit=dev", "--all", "--parseable"], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const packages = [...new Set(listed.trim().split("\n"))].filter((path) => path.includes("node_modules"));
  const thirdParty = packages.filter((path) => !path.includes("@tidings"));
  const bytes = Number(
    execFileSync("du", ["-cbs", ...thirdParty], { encoding: "utf8" })
      .trim()
      .split("\n")
      .at(-1)
      ?.split("\t")[0],
  );
  return [`production packages: ${thirdParty.length}, ${(bytes / 1024 / 1024).toFixed(0)} MB`];
}
