import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serve } from "./serving.ts";
import { postmasterOf } from "./suite/postgres.ts";
import { allStats, memoryMb, residentMb, treeOf } from "./suite/process-trees.ts";
import type { Options } from "./suite/workload.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const IDLE_MS = 10_000;
const QUICK_IDLE_MS = 500;

/** Times of start and stop, idle memory, and size of the installation. */
export async function footprint({ isQuick }: Options): Promise<string[]> {
  const first = await serve();
  const stopFirst = await first.stop();
  const later = await serve(first.dataDirectory);
  await sleep(isQuick ? QUICK_IDLE_MS : IDLE_MS);
  const serverMb = residentMb([later.pid]);
  const postgresMb = memoryMb(
    treeOf(allStats(), [postmasterOf(later.dataDirectory).pid], []).map(({ pid }) => pid),
  );
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
