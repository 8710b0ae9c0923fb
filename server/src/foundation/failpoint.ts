import { environmentVariables } from "./config.ts";

/**
 * Places at which the fault harness lets a process die, and numbers it can change: with NODE_ENV=test and
 * `TIDINGS_FAILPOINT=W4=kill@3,lease_seconds=2`. Without either, all of it is nothing.
 */
type Wanted = { readonly text: string; readonly atHit: number; hits: number };
type Variables = Readonly<Record<string, string | undefined>>;

export function readFailpoints({ NODE_ENV, TIDINGS_FAILPOINT }: Variables): Map<string, Wanted> {
  if (NODE_ENV !== "test" || !TIDINGS_FAILPOINT) return new Map();
  return new Map(
    TIDINGS_FAILPOINT.split(",").map((entry) => {
      const [, name = "", text = "", atHit = "1"] = /^([^=]+)=([^@]+)(?:@(\d+))?$/.exec(entry) ?? [];
      return [name, { text, atHit: Number(atHit), hits: 0 }];
    }),
  );
}

const wanted = readFailpoints(environmentVariables);

/** The process dies here (`kill`), or an error comes from here (`throw`), when the harness wants it. */
export function failpoint(name: string): void {
  const point = wanted.get(name);
  if (point === undefined) return;
  point.hits += 1;
  if (point.hits !== point.atHit) return;
  if (point.text === "kill") process.kill(process.pid, "SIGKILL");
  throw new Error(`failpoint ${name}`);
}

/** A number of the product, or what the harness wants in its place: leases of seconds instead of half a minute. */
export function tuned(name: string, value: number): number {
  const number = Number(wanted.get(name)?.text);
  return number > 0 ? number : value;
}
