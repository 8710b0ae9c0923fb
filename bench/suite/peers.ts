import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { HttpConnection } from "../http-connection.ts";
import type { Target } from "../load.ts";
import { freePort, newDataDirectory, startProgram } from "../serving.ts";
import { countStatements, postmasterOf, prepareCluster, startCluster, urlOf } from "./postgres.ts";
import { startRedis } from "./redis.ts";
import type { Contender, Root, Say } from "./workload.ts";

/** From bench/dist/suite. */
const FOLDER = fileURLToPath(new URL("../../peers/", import.meta.url));
const NAMES = ["bullmq", "pg-boss", "graphile-worker", "backstage"];

/** A service of another make, with the interface that bench/peers describes, and a PostgreSQL with our settings for it alone. */
export type Peer = {
  readonly name: string;
  readonly target: Target;
  roots(): readonly Root[];
  readonly countStatements: NonNullable<Contender["countStatements"]>;
  storedCount(): Promise<number>;
  close(): Promise<void>;
};

/** Installs the peers the first time. Leaves out, and says so, what cannot be installed or started. */
export async function openPeers(say: Say): Promise<Peer[]> {
  if (!areInstalled(say)) return [];
  const peers: Peer[] = [];
  for (const name of NAMES.filter((one) => existsSync(`${FOLDER}${one}/start.mjs`))) {
    await openPeer(name).then(
      (peer) => peers.push(peer),
      (error: Error) => say(`without ${name}: ${error.message}`),
    );
  }
  return peers;
}

function areInstalled(say: Say): boolean {
  if (existsSync(`${FOLDER}node_modules`)) return true;
  if (!existsSync(`${FOLDER}package.json`)) {
    say("without peers: bench/peers is missing");
    return false;
  }
  try {
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: FOLDER,
      stdio: ["ignore", "ignore", "pipe"],
    });
    return true;
  } catch (error) {
    say(`without peers: npm ci in bench/peers failed: ${(error as Error).message.split("\n")[1] ?? ""}`);
    return false;
  }
}

async function openPeer(name: string): Promise<Peer> {
  const path = `${FOLDER}${name}/start.mjs`;
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closing.splice(0).toReversed()) await one();
  };
  try {
    const redis = readFileSync(path, "utf8").includes("REDIS_URL") ? await openRedis(closing) : undefined;
    const dataDirectory = await openCluster(closing);
    const variables = { DATABASE_URL: urlOf(dataDirectory), REDIS_URL: redis?.url ?? "" };
    const port = String(await freePort());
    const program = await startProgram([path], { ...variables, PORT: port });
    closing.push(() => program.stop());
    const target = { url: program.url, apiKey: "" };
    return {
      name,
      target,
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

async function openCluster(closing: (() => Promise<unknown>)[]): Promise<string> {
  const dataDirectory = await newDataDirectory();
  closing.push(() => rm(dataDirectory, { recursive: true, force: true }));
  await prepareCluster(dataDirectory);
  const cluster = await startCluster(dataDirectory);
  closing.push(() => cluster.stop());
  return dataDirectory;
}

async function openRedis(closing: (() => Promise<unknown>)[]) {
  if (spawnSync("redis-server", ["--version"]).status !== 0)
    throw new Error("redis-server is missing (apt-get install redis-server)");
  const redis = await startRedis();
  closing.push(() => redis.stop());
  return redis;
}

async function storedIn(target: Target): Promise<number> {
  const connection = new HttpConnection(target);
  const { body } = await connection.send({ path: "/count" });
  connection.close();
  return (JSON.parse(body.toString()) as { stored: number }).stored;
}
