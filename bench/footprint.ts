import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serve } from "./serving.ts";
import { postmasterOf } from "./suite/postgres.ts";
import { allStats, memoryMb, residentMb, treeOf } from "./suite/process-trees.ts";
import type { Figures, Options, Survey } from "./suite/workload.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const IDLE_MS = 10_000;
const QUICK_IDLE_MS = 500;

export const footprint: Survey = {
  name: "footprint",
  title: "Start, stop and footprint",
  text: "One start on an empty data directory, which creates the embedded PostgreSQL, and one on the same directory; ten seconds later, idle memory. PostgreSQL's is proportional: shared pages count once. Packages are those of `npm ci --omit=dev`.",
  unit: "start",
  survey: async (options) => [
    { name: "ours", rounds: [{ operations: 1, figures: await figuresOf(options) }] },
  ],
};

async function figuresOf({ isQuick }: Options): Promise<Figures> {
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
  return {
    "first start to ready (ms)": first.readyAfterMs,
    "later start to ready (ms)": later.readyAfterMs,
    "SIGTERM to exit (ms)": stopFirst,
    "idle memory of the service (MB)": serverMb,
    "idle memory of PostgreSQL (MB)": postgresMb,
    ...installSize(),
  };
}

/** Number and size of the packages that `npm ci --omit=dev` installs. */
function installSize(): Figures {
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
  return { "production packages": thirdParty.length, "production packages (MB)": bytes / 1024 / 1024 };
}
