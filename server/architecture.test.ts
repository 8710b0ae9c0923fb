import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Checks the layers of ARCHITECTURE.md: which folder is on which layer, and which imports are allowed. */

const SRC = fileURLToPath(new URL("./src/", import.meta.url));
const NOUNS = [
  "environments",
  "subscribers",
  "integrations",
  "workflows",
  "preferences",
  "topics",
  "contexts",
  "dashboard",
  "notifications",
  "messages",
  "inbox",
  "triggers",
  "dead-letters",
  "receipts",
  "suppressions",
  "statistics",
  "counters",
  "idempotency",
  "personal-data",
];
const FLOOR_OF: Record<string, number> = {
  foundation: 0,
  calendar: 1,
  conditions: 1,
  database: 1,
  metrics: 1,
  providers: 1,
  outbound: 1,
  sandbox: 1,
  simulator: 2,
  templates: 1,
  ...Object.fromEntries(NOUNS.map((noun) => [noun, 2])),
  delivery: 3,
  http: 4,
  commands: 5,
};
const ROOF = 5;
const BANNED_FOLDERS = ["utils", "common", "shared", "helpers", "types", "services"];
const MIGRATIONS = fileURLToPath(new URL("./migrations/", import.meta.url));

type Source = { path: string; text: string; imports: Import[] };
type Import = { from: string; isTypeOnly: boolean; names: string };

const sources: Source[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => {
    const text = readFileSync(join(SRC, path), "utf8");
    return { path: path.split(sep).join("/"), text, imports: importsOf(text) };
  });
const code = sources.filter(({ path }) => !path.endsWith(".test.ts"));

function importsOf(text: string): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?([^;"]*?)\s*from\s+"([^"]+)"/gms);
  return [...statements].map(([, type, names = "", from = ""]) => ({
    from,
    names,
    isTypeOnly: Boolean(type),
  }));
}

function floorOf(path: string): number {
  if (!path.includes("/")) return ROOF;
  if (/^[a-z-]+\/api\//.test(path)) return 4;
  return FLOOR_OF[path.split("/")[0] as string] ?? Number.NaN;
}

function targetOf(source: Source, { from }: Import): string | undefined {
  if (!from.startsWith(".")) return undefined;
  return relative(SRC, normalize(join(SRC, dirname(source.path), from)))
    .split(sep)
    .join("/");
}

/** Tables of the migrations that have a column `environment_id`. */
function tenantTables(folder: string): Set<string> {
  const text = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  const created = [...text.matchAll(/create table (?:if not exists )?(\w+) \((.*?)\n\);/gs)];
  const withColumn = created.filter(([, , columns = ""]) => /^\s*environment_id /m.test(columns));
  const renames = new Map(
    [...text.matchAll(/^alter table (\w+) rename to (\w+);/gm)].map(([, before = "", now = ""]) => [
      before,
      now,
    ]),
  );
  return new Set(withColumn.map(([, name = ""]) => renames.get(name) ?? name));
}

/** Violations of a rule, as `file: reason`. */
function broken(rule: (source: Source) => string[]): string[] {
  return code.flatMap((source) => rule(source).map((why) => `${source.path}: ${why}`));
}

const onlyIn = (places: RegExp, pattern: RegExp, what: string) =>
  broken(({ path, text }) => (!places.test(path) && pattern.test(text) ? [what] : []));

const importedOnlyIn = (places: RegExp, packages: RegExp) =>
  broken(({ path, imports }) =>
    imports
      .filter(({ from }) => packages.test(from) && !places.test(path))
      .map(({ from }) => `imports ${from}`),
  );

test("every folder is on a layer, and none has a catch-all name", () => {
  expect(broken(({ path }) => (Number.isNaN(floorOf(path)) ? ["on no layer"] : []))).toEqual([]);
  expect(broken(({ path }) => path.split("/").filter((part) => BANNED_FOLDERS.includes(part)))).toEqual([]);
});

test("imports go to the same layer or a lower one", () => {
  const upward = broken((source) =>
    source.imports.flatMap((one) => {
      const target = targetOf(source, one);
      return target && floorOf(target) > floorOf(source.path)
        ? [`imports ${target} from a higher layer`]
        : [];
    }),
  );
  expect(upward).toEqual([]);
});

test("there are no import cycles, not even of types", () => {
  const edges = new Map(
    code.map((source) => [source.path, source.imports.flatMap((one) => targetOf(source, one) ?? [])]),
  );
  const done = new Set<string>();
  const walk = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(" → ")];
    if (done.has(path)) return [];
    const cycles = (edges.get(path) ?? []).flatMap((next) => walk(next, [...trail, path]));
    done.add(path);
    return cycles;
  };
  expect([...edges.keys()].flatMap((path) => walk(path, []))).toEqual([]);
});

test("providers and the database do not import each other", () => {
  const violations = broken((source) =>
    source.imports.flatMap((one) => {
      const pair = [source.path.split("/")[0], targetOf(source, one)?.split("/")[0]];
      return pair.includes("providers") && pair.includes("database") ? [one.from] : [];
    }),
  );
  expect(violations).toEqual([]);
});

test("fastify, SQL, Liquid, Ajv, nodemailer, prom-client, the clock and the brand stay in their folders", () => {
  expect(importedOnlyIn(/^http\/|\/api\//, /^fastify/)).toEqual([]);
  expect(importedOnlyIn(/-store\.ts$|^database\//, /^(sql-template-tag|pg)$/)).toEqual([]);
  expect(importedOnlyIn(/^templates\//, /^liquidjs$/)).toEqual([]);
  expect(importedOnlyIn(/^sandbox\//, /^(ajv|ajv-formats|re2js)$/)).toEqual([]);
  expect(importedOnlyIn(/^providers\//, /^nodemailer/)).toEqual([]);
  expect(importedOnlyIn(/^simulator\/mail-server\.ts$/, /^smtp-server$/)).toEqual([]);
  expect(importedOnlyIn(/^metrics\//, /^prom-client$/)).toEqual([]);
  expect(importedOnlyIn(/^inbox\/(api|sockets)\//, /^ws$/)).toEqual([]);
  expect(onlyIn(/^foundation\/config\.ts$/, /\bprocess\.env\b/, "reads the environment")).toEqual([]);
  expect(onlyIn(/^foundation\/clock\.ts$/, /\bnew Date\(\)|\bDate\.now\(/, "reads the wall clock")).toEqual(
    [],
  );
  expect(onlyIn(/-wire\.ts$/, /\b(toBrand|fromBrand)\(/, "knows the brand")).toEqual([]);
});

test("PostgreSQL is never asked for a time zone: its days and months are those of its session's zone", () => {
  const asks =
    /interval '[^']*(?:day|week|month|year)s?'|make_interval\((?:days|weeks|months|years)|at time zone|\bcurrent_(?:date|time)\b|date_trunc\('(?:day|week|month|hour)', [^,()]+\)/i;
  expect(onlyIn(/^$/, asks, "asks PostgreSQL for a zone; count in hours, or name 'UTC'")).toEqual([]);
});

test("no module awaits at its top: threads load most of them (nodejs/node issue 62114)", () => {
  const awaits = /^(?:(?:export )?(?:const|let) [^=\n]*= *)?await |^for await /m;
  expect(onlyIn(/^$/, awaits, "awaits at its top")).toEqual([]);
});

/** Where time is read and timers are started without the `Time` of the service, and why. */
const OWN_TIME = [
  // It is `Time`.
  "foundation/clock.ts",
  // Its threads are stopped by the time that their work takes, in processor time where the platform tells it.
  "sandbox/",
  // It runs before there is a service, and in commands.
  "database/embedded/",
];
/** What uses the system's time without getting it passed, and why. */
const SYSTEM_TIME = [
  "foundation/clock.ts",
  // The top: each command chooses the time of what it starts.
  "commands/",
  "database/embedded/",
  // Measures for how long synchronous work holds this thread: no part of the service's time.
  "foundation/loop-turn.ts",
  "foundation/loop-time.ts",
  // Defaults of what also exists outside of a service.
  "foundation/id.ts",
  "foundation/recent-failures.ts",
  "database/database.ts",
  "templates/templates.ts",
  // They run in a thread of their own, where no service is.
  "templates/render-batch.ts",
  "templates/date-filters.ts",
];

test("time is read, and timers are started, only through the `Time` of the service", () => {
  const within = (places: readonly string[], path: string) => places.some((place) => path.startsWith(place));
  const reads = /\bperformance\.(?:now|timeOrigin)\b|\b(?:setTimeout|setInterval)\(|\bAbortSignal\.timeout\(/;
  const own = broken(({ path, text, imports }) => {
    if (within(OWN_TIME, path)) return [];
    // `socket.setTimeout` tells an idle socket; it is no timer of this kind.
    const read = reads.exec(text.replaceAll(/\w\.setTimeout\(/g, ""));
    const timers = imports.filter(
      ({ from, names }) => /^node:timers/.test(from) && !/^\{ setImmediate \}$/.test(names),
    );
    const uses = [...(read ? [read[0]] : []), ...timers.map(({ from }) => from)];
    return uses.map((use) => `uses ${use}; take \`time: Time\` (foundation/clock.ts) from the parts instead`);
  });
  expect(own).toEqual([]);
  const system = broken(({ path, text }) =>
    /\bsystemTime\b/.test(text) && !within(SYSTEM_TIME, path)
      ? ["uses systemTime; take `time: Time` from the parts instead"]
      : [],
  );
  expect(system).toEqual([]);
});

/** Who is refused by each place that refuses because of load or a limit, or why it is no such refusal. */
const REFUSING: Readonly<Record<string, string>> = {
  "database/fair-places.ts": "a call whose share had no place for 5 s",
  "database/embedded/": "no request: the start",
  "delivery/preview/preview-step.ts": "a preview whose own turn at the threads did not come",
  "dashboard/stream-places.ts": "a session, an address or an environment, by its own streams",
  "http/body-budget.ts": "a share, by its own bytes that have arrived",
  "http/connection-bound.ts": "an address, by its own connections",
  "http/error-response.ts": "a request whose own work met a failure of the machine",
  "http/health.ts": "no load: the answer of /readyz",
  "http/listen.ts": "no request: the start",
  "http/load-shedding.ts": "a share, by its own numbers; all writes when the process is about to die",
  "http/startup-listener.ts": "all requests, until the service is ready",
  "http/rate-limits.ts": "an environment or an address, by its own bucket",
  "http/wrong-keys.ts": "an address, by its own wrong keys",
  "inbox/api/socket-routes.ts": "no load: the process stops",
  "inbox/live/connections.ts": "a subscriber, an address or an environment, by its own connections",
  "inbox/open-session.ts": "no load: a row was deleted at this moment",
  "integrations/direct-calls.ts": "an environment, by its own calls",
  "personal-data/exports-in-progress.ts": "an environment, by its own exports",
  "receipts/verify-receipts.ts":
    "a receipt whose vendor gives no certificate now; look-ups are limited by address",
  "triggers/accept.ts": "an environment, by its own backlog",
};

test("a refusal for load reaches the share that waits: every place that refuses says whom", () => {
  const refuses = /AppError\(\s*"(?:unavailable|too_many)"|\bshape\((?:429|503)\b/;
  const known = (path: string) => Object.keys(REFUSING).some((place) => path.startsWith(place));
  const unlisted = broken(({ path, text }) =>
    refuses.test(text) && !known(path)
      ? ["refuses; look only at numbers of one share (foundation/share.ts), and say here whose"]
      : [],
  );
  expect(unlisted).toEqual([]);
  const gone = Object.keys(REFUSING).filter(
    (place) => !code.some(({ path, text }) => path.startsWith(place) && refuses.test(text)),
  );
  expect(gone).toEqual([]);
});

test("no number of all shares together exists to compare with: a pool's is only for the metrics", () => {
  const sum = "reads a number of all shares; take `waitingOf(share)`";
  expect(onlyIn(/^database\/database\.ts$|^metric-readings\.ts$/, /\bwaitingCount\b/, sum)).toEqual([]);
  expect(onlyIn(/^foundation\/share\.ts$/, /\bas Share\b/, "makes a share; use SHARE")).toEqual([]);
  const counts = sources.find(({ path }) => path === "foundation/share.ts")?.text ?? "";
  const [, body = ""] = /class ShareCounts \{(.*?)\n\}/s.exec(counts) ?? [];
  const members = [...body.matchAll(/^ {2}(?!readonly)(\w+)\(([^)]*)\)/gm)].map(([, name, given]) => [
    name,
    given,
  ]);
  expect(members).toEqual([
    ["of", "share: Share"],
    ["add", "share: Share, change: number"],
    ["hold", "share: Share"],
  ]);
});

test("the network is reached only through outbound/", () => {
  const clients = broken(({ path, imports }) =>
    imports
      .filter(({ from, isTypeOnly, names }) => {
        if (isTypeOnly || path.startsWith("outbound/") || path.startsWith("database/")) return false;
        // The simulator listens here; its receipts go through outbound/.
        if (path === "simulator/listen.ts" && /\bcreateServer\b/.test(names)) return false;
        return (
          /^node:(http|https|http2|net|tls|dgram|dns)/.test(from) && !/^\{\s*STATUS_CODES\s*\}$/.test(names)
        );
      })
      .map(({ from }) => `imports ${from}`),
  );
  expect(clients).toEqual([]);
  expect(onlyIn(/^outbound\//, /(?<![.\w])fetch\(/, "calls fetch")).toEqual([]);
});

test("every statement on a tenant table filters by the environment", () => {
  // Exempt: a worker claims and renews leases in all environments; an API key is looked up before its environment is known.
  const exempt = /^(delivery\/queue\/(claim|lease)-store|environments\/environment-store)\.ts$/;
  const tables = [...tenantTables(MIGRATIONS)];
  expect(tables).toEqual(
    expect.arrayContaining(["subscribers", "jobs", "contexts", "dead_letters", "erasures"]),
  );
  const touchesOne = new RegExp(`\\b(?:from|join|into|update|using)\\s+(?:${tables.join("|")})\\b`);
  const unscoped = broken(({ path, text }) => {
    if (exempt.test(path) || !path.endsWith("-store.ts")) return [];
    const statements = [...text.matchAll(/sql`((?:[^`\\]|\\.)*)`/gs)].map(
      ([, statement]) => statement as string,
    );
    return statements
      .filter((statement) => touchesOne.test(statement) && !/environment_id|environmentId/.test(statement))
      .map((statement) => statement.trim().slice(0, 80));
  });
  expect(unscoped).toEqual([]);
});

test("every statement that changes the status of jobs says from which statuses", () => {
  const silent = broken(({ path, text }) =>
    [...text.matchAll(/update jobs \w+ set((?:(?!where)[^`])*)where([^`]*)/g)]
      .filter(
        ([, assignments = "", where = ""]) => /\bstatus =/.test(assignments) && !/\bj\.status\b/.test(where),
      )
      .map(() => `${path}: no status in the condition`),
  );
  expect(silent).toEqual([]);
});

test("no object literal is spread into another to put several members on one line", () => {
  expect(onlyIn(/^$/, /\.\.\.\{/, "spreads an object literal")).toEqual([]);
});

const WORKSPACES = ["contract", "client", "server", "bench", "harness", "examples", "inbox", "dashboard"];

/** The sources of all workspaces, with their tests. */
const workspaceFiles = WORKSPACES.flatMap((workspace) => {
  const folder = new URL(`../${workspace}/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter(
      (path) => /\.tsx?$/.test(path) && !/\.d\.ts$|(^|\/)(node_modules|dist|results|peers)\//.test(path),
    )
    .map((path) => ({
      path: `${workspace}/${path}`,
      text: readFileSync(new URL(path, folder), "utf8"),
      isTest: /\.test\.tsx?$/.test(path),
    }));
});

const TITLE = /^\s*(?:test|it|describe)\((["`])((?:(?!\1).)*)\1/gm;
const MAX_TITLE_CHARACTERS = 100;

test("test titles of all workspaces are short", () => {
  const tests = workspaceFiles.filter(({ isTest }) => isTest);
  const titles = tests.flatMap(({ text }) => [...text.matchAll(TITLE)].map(([, , title = ""]) => title));
  expect(titles.length).toBeGreaterThan(1_000);
  expect(titles.filter((title) => title.length > MAX_TITLE_CHARACTERS)).toEqual([]);
});

/** A limit above the rule, because a file of 201 lines is no fault. Tests may be longer: they are read one by one. */
const MAX_LINES = 220;
/** Each has one entry for each operation; run-scenario.ts is being divided. */
const TABLES = ["server/testing/id-positions.ts", "harness/src/run-scenario.ts"];

test("files of all workspaces are short, except tests and tables of operations", () => {
  const long = workspaceFiles
    .filter(({ path, isTest }) => !isTest && !TABLES.includes(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > MAX_LINES);
  expect(long).toEqual([]);
});
