import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serve } from "./serving.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const IDLE_MS = 10_000;

/** Start, stop and rest: what the service costs before it does anything. */
export async function footprint(): Promise<string[]> {
  const first = await serve();
  const stopFirst = await first.stop();
  const later = await serve(first.dataDirectory);
  await sleep(IDLE_MS);
  const ours = residentMb([later.pid]);
  const theirs = proportionalMb(postgresPids(later.dataDirectory));
  await later.stop();
  await first.remove();
  return [
    `very first start to ready: ${(first.readyAfterMs / 1000).toFixed(2)} s (prepares the embedded PostgreSQL)`,
    `later start to ready: ${(later.readyAfterMs / 1000).toFixed(2)} s`,
    `SIGTERM to end: ${(stopFirst / 1000).toFixed(2)} s`,
    `resident memory idle: ${ours.toFixed(0)} MB ours, ${theirs.toFixed(0)} MB embedded PostgreSQL (proportional)`,
    ...installSize(),
  ];
}

function residentMb(pids: readonly number[]): number {
  const kb = pids.map((pid) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0),
  );
  return kb.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Shared pages counted once: PostgreSQL's processes share most of theirs. */
function proportionalMb(pids: readonly number[]): number {
  const kb = pids.map((pid) =>
    Number(/Pss:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0),
  );
  return kb.reduce((sum, one) => sum + one, 0) / 1024;
}

function postgresPids(dataDirectory: string): number[] {
  const postmaster = Number(readFileSync(`${dataDirectory}/postgres/postmaster.pid`, "utf8").split("\n")[0]);
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((pid) => pid === postmaster || parentOf(pid) === postmaster);
}

function parentOf(pid: number): number {
  try {
    return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** What `npm ci --omit=dev` brings: packages and bytes. */
function installSize(): string[] {
  const listed = execFileSync("npm", ["ls", "--omit=dev", "--all", "--parseable"], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const packages = [...new Set(listed.trim().split("\n"))].filter((path) => path.includes("node_modules"));
  const outside = packages.filter((path) => !path.includes("@tidings"));
  const bytes = Number(
    execFileSync("du", ["-cbs", ...outside], { encoding: "utf8" })
      .trim()
      .split("\n")
      .at(-1)
      ?.split("\t")[0],
  );
  return [`production packages: ${outside.length}, ${(bytes / 1024 / 1024).toFixed(0)} MB`];
}
