import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HttpConnection } from "../http-connection.ts";
import type { Target } from "../load.ts";
import { freePort, startProgram } from "../serving.ts";
import { countStatements, openCluster, postmasterOf, urlOf } from "./postgres.ts";
import { type Appendfsync, startRedis } from "./redis.ts";
import type { Contender, Say } from "./workload.ts";

/** From bench/dist/suite. */
const FOLDER = fileURLToPath(new URL("../../peers/", import.meta.url));

type Make = {
  readonly name: string;
  /** In bench/peers. */
  readonly folder: string;
  readonly note: string;
  /** The peer needs a Redis, with this setting. */
  readonly appendfsync?: Appendfsync;
};

const SAME_ROWS = "Per recipient a notification, a job, a message and four details.";

/** Services that accept triggers and store messages. */
export const NOTIFIERS: readonly Make[] = [
  {
    name: "bullmq",
    folder: "bullmq",
    appendfsync: "always",
    note: `a notification service on BullMQ, Redis and PostgreSQL. ${SAME_ROWS} Equal durability: a trigger is on Redis' disk before its answer (\`appendfsync always\`).`,
  },
  {
    name: "bullmq everysec",
    folder: "bullmq",
    appendfsync: "everysec",
    note: "the same with `appendfsync everysec`. **Unequal durability**: a power cut loses up to a second of accepted triggers.",
  },
  {
    name: "pg-boss",
    folder: "pg-boss",
    note: `a notification service on pg-boss. ${SAME_ROWS} Equal durability.`,
  },
  {
    name: "graphile-worker",
    folder: "graphile-worker",
    note: `a notification service on Graphile Worker. ${SAME_ROWS} Equal durability.`,
  },
  {
    name: "backstage",
    folder: "backstage",
    note: "Backstage's notifications backend with its rate limit raised. One row per recipient, stored before the answer: equal durability, less is stored.",
  },
];

/** For search and lists. */
export const DIRECTUS: Make = {
  name: "directus",
  folder: "directus",
  note: "Directus on its own PostgreSQL with the same subscribers and messages in one table each, through its API `/items`.",
};

/** A service of another make, with the interface that bench/peers describes, and a PostgreSQL with our settings for it alone. */
export type Peer = Omit<Contender, "warmUp" | "round"> & {
  readonly target: Target;
  /** Of its PostgreSQL. */
  readonly dataDirectory: string;
  /** Messages, of the peers in `NOTIFIERS`. */
  storedCount(): Promise<number>;
};

/** Installs the peers the first time. Calls `leaveOut` with a reason for each that cannot be installed or started. */
export async function openPeers(makes: readonly Make[], leaveOut: Say): Promise<Peer[]> {
  const missing = whyNotInstalled();
  if (missing) {
    leaveOut(`${makes.map(({ name }) => name).join(", ")}: ${missing}`);
    return [];
  }
  const peers: Peer[] = [];
  for (const make of makes) {
    await openPeer(make).then(
      (peer) => peers.push(peer),
      (error: Error) => leaveOut(`${make.name}: ${error.message}`),
    );
  }
  return peers;
}

function whyNotInstalled(): string | undefined {
  if (existsSync(`${FOLDER}node_modules/.package-lock.json`)) return undefined;
  try {
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: FOLDER,
      stdio: ["ignore", "ignore", "pipe"],
    });
    return undefined;
  } catch (error) {
    return `npm ci in bench/peers failed: ${(error as Error).message.split("\n")[1] ?? ""}`;
  }
}

async function openPeer({ name, folder, note, appendfsync }: Make): Promise<Peer> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closing.splice(0).toReversed()) await one();
  };
  try {
    const redis = appendfsync ? await openRedis(appendfsync) : undefined;
    if (redis) closing.push(() => redis.stop());
    const { dataDirectory, remove } = await openCluster();
    closing.push(remove);
    const variables = { DATABASE_URL: urlOf(dataDirectory), REDIS_URL: redis?.url ?? "" };
    const PORT = String(await freePort());
    const program = await startProgram([`${FOLDER}${folder}/start.mjs`], { ...variables, PORT });
    closing.push(() => program.stop());
    const target = { url: program.url, apiKey: "" };
    return {
      name,
      note,
      isPeer: true,
      target,
      dataDirectory,
      roots: () => [
        { name: "the service", pid: program.pid },
        postmasterOf(dataDirectory),
        ...(redis ? [{ name: "Redis", pid: redis.pid }] : []),
      ],
      countStatements: (work, options) => countStatements(dataDirectory, work, options),
      storedCount: () => storedIn(target),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function openRedis(appendfsync: Appendfsync) {
  if (spawnSync("redis-server", ["--version"]).status !== 0)
    throw new Error("redis-server is missing (apt-get install redis-server)");
  return startRedis(appendfsync);
}

async function storedIn(target: Target): Promise<number> {
  const connection = new HttpConnection(target);
  const { body } = await connection.send({ path: "/count" });
  connection.close();
  return (JSON.parse(body.toString()) as { stored: number }).stored;
}
