import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { adapterFor } from "./adapter.mjs";
import { CHECKS } from "./checks.mjs";
import { exim } from "./servers/exim.mjs";
import { opensmtpd } from "./servers/opensmtpd.mjs";
import { postfix, postgrey } from "./servers/postfix.mjs";
import { startServer } from "./start-server.mjs";

const BOXES = ["ada", "bob", "full"];
const SIZE_LIMIT = 200_000;

/**
 * Sends mails through the SMTP adapter to Postfix, Exim and OpenSMTPD of Debian, and reads what arrives.
 * @returns what each check found: `fault` is absent if it holds. `skipped` says why nothing was checked.
 */
export async function checkMail({ report = () => {} } = {}) {
  const skipped = whyNot();
  if (skipped) return { skipped, results: [] };
  const folder = mkdtempSync(join(tmpdir(), "tidings-mail-"));
  const results = [];
  try {
    const options = { folder, boxes: BOXES, sizeLimit: SIZE_LIMIT, tls: newCertificate(folder) };
    for (const server of [postfix, exim, opensmtpd])
      results.push(...(await checkServer(server, options, report)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { results };
}

/** The servers need a root of their own (`enter.sh`), and come from Debian. */
function whyNot() {
  if (process.platform !== "linux") return "mail servers run on Linux only";
  if (process.getuid() !== 0) return "mail servers need root";
  for (const tool of ["apt-get", "dpkg-deb", "unshare", "openssl"])
    if (spawnSync("which", [tool]).status !== 0) return `there is no ${tool}`;
  const { status } = spawnSync("unshare", ["--mount", "--pid", "--fork", "true"]);
  return status === 0 ? undefined : "this machine allows no namespaces";
}

function newCertificate(folder) {
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
  const name = ["-subj", "/CN=mx.example.com", "-addext", "subjectAltName=DNS:mx.example.com"];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...name, "-keyout", key, "-out", cert],
    {
      stdio: "ignore",
    },
  );
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
}

async function checkServer(which, options, report) {
  const server = await startServer(which, options);
  const greylister =
    which === postfix ? await startServer(postgrey, { ...options, ports: server.ports }) : undefined;
  const adapter = adapterFor(server);
  const results = [];
  try {
    for (const [name, check] of Object.entries(CHECKS[server.name])) {
      const fault = await check({ server, send: adapter.send, tls: options.tls }).then(
        () => undefined,
        (error) => error.message,
      );
      const result = { server: server.name, name, ...(fault === undefined ? {} : { fault }) };
      results.push(result);
      report(result);
    }
    if (results.some(({ fault }) => fault !== undefined)) report({ server: server.name, log: server.log() });
  } finally {
    adapter.close();
    await server.stop();
    await greylister?.stop();
  }
  return results;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const say = (line) => process.stdout.write(`${line}\n`);
  const { skipped, results } = await checkMail({
    report: ({ server, name, fault, log }) => {
      if (log !== undefined) return say(log.split("\n").slice(-60).join("\n"));
      say(fault === undefined ? `ok    ${server}: ${name}` : `FAIL  ${server}: ${name}\n${fault}`);
    },
  });
  if (skipped) say(`skipped: ${skipped}`);
  process.exitCode = results.some(({ fault }) => fault !== undefined) ? 1 : 0;
}
