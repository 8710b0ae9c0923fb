import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

const ENTER = join(import.meta.dirname, "enter.sh");
/** Delivers the mails, and owns the mailboxes. */
const OWNER = { name: "postman", uid: 900 };
const HOST_NAME = "mx.example.com";

/**
 * Starts a mail server of Debian in the foreground, on loopback, in a root of its own.
 * @returns its ports by name, its log, the mails in its mailboxes, and `stop`.
 */
export async function startServer(server, { folder, boxes, sizeLimit, tls, ports: given = {} }) {
  const place = join(folder, server.name);
  const parts = ["root", "packages", "files", "mailboxes"].map((name) => join(place, name));
  for (const path of parts) mkdirSync(path, { recursive: true });
  const [, packages, files, mailboxes] = parts;
  download(server.packages, packages);
  const ports = { ...given };
  for (const name of server.ports) ports[name] ??= await freePort();
  const settings = { ports, boxes, uid: OWNER.uid, user: OWNER.name, sizeLimit, hostName: HOST_NAME };
  const written = {
    ...server.files(settings),
    "etc/cert.pem": tls.cert,
    "etc/key.pem": tls.key,
    ...usersOf(server),
  };
  for (const [path, text] of Object.entries(written)) write(join(files, path), text);
  chownSync(mailboxes, OWNER.uid, OWNER.uid);
  const command = typeof server.command === "function" ? server.command(ports) : server.command;
  const child = spawn(ENTER, [...parts, ...command], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const log = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => log.push(String(bytes)));
  const ended = once(child, "exit");
  const stop = async () => {
    // Its group; unshare ends what runs in its namespace with itself.
    if (child.exitCode === null) process.kill(-child.pid);
    await ended;
  };
  const text = () => log.join("");
  const awaited = server.ports.filter((name) => name !== "policy").map((name) => ports[name]);
  for (const port of awaited.length > 0 ? awaited : [ports.policy])
    await listening(port, child, `${server.name} does not listen:\n`, text).catch(async (error) => {
      await stop();
      throw error;
    });
  return { name: server.name, ports, log: text, stop, mailsOf: (box) => mailsIn(join(mailboxes, box)) };
}

function download(names, folder) {
  if (readdirSync(folder).length > 0) return;
  const { status, stderr } = spawnSync("apt-get", ["download", ...names], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`apt-get download ${names.join(" ")}: ${stderr}`);
}

/** The machine's users and those of the server. */
function usersOf({ users }) {
  const all = Object.entries({ ...users, [OWNER.name]: OWNER.uid });
  const passwd = all.map(([name, id]) => `${name}:x:${id}:${id}::/var/empty:/bin/false\n`).join("");
  const group = all.map(([name, id]) => `${name}:x:${id}:\n`).join("");
  return {
    "etc/passwd": readFileSync("/etc/passwd", "utf8") + passwd,
    "etc/group": readFileSync("/etc/group", "utf8") + group,
    // The home of these users.
    "var/empty/none": "",
  };
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o644);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

const PATIENCE_MS = 30_000;

async function listening(port, child, problem, log) {
  for (const endMs = Date.now() + PATIENCE_MS; Date.now() < endMs && child.exitCode === null; ) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await setTimeout(100);
  }
  throw new Error(problem + log());
}

/** The mails in a Maildir. */
function mailsIn(box) {
  try {
    return readdirSync(join(box, "new")).map((name) => readFileSync(join(box, "new", name)));
  } catch {
    return [];
  }
}
