import { environmentVariables } from "./config.ts";

/**
 * Points in the code where the fault harness can kill the process, and numbers it can override: with NODE_ENV=test and
 * `TIDINGS_FAILPOINT=W4=kill@3,lease_seconds=2`. Without both, nothing changes.
 */
type Failpoint = { readonly text: string; readonly atHit: number; hits: number };
type Variables = Readonly<Record<string, string | undefined>>;

export function readFailpoints({ NODE_ENV, TIDINGS_FAILPOINT }: Variables): Map<string, Failpoint> {
  if (NODE_ENV !== "test" || !TIDINGS_FAILPOINT) return new Map();
  return new Map(
    TIDINGS_FAILPOINT.split(",").map((entry) => {
      const [, name = "", text = "", atHit = "1"] = /^([^=]+)=([^@]+)(?:@(\d+))?$/.exec(entry) ?? [];
      return [name, { text, atHit: Number(atHit), hits: 0 }];
    }),
  );
}

const failpoints = readFailpoints(environmentVariables);

/** Kills the process (`kill`) or throws (`throw`) here when the harness configured it. */
export function failpoint(name: string): void {
  const point = failpoints.get(name);
  if (point === undefined) return;
  point.hits += 1;
  if (point.hits !== point.atHit) return;
  if (point.text === "kill") process.kill(process.pid, "SIGKILL");
  throw new Error(`failpoint ${name}`);
}

/** `value`, or the number that the harness configured instead: leases of seconds instead of half a minute. */
export function tuned(name: string, value: number): number {
  const number = Number(failpoints.get(name)?.text);
  return number > 0 ? number : value;
}
