// `npm run conformance`: the vendors' own SDKs, and real mail servers, as the other side of Tidings. README.md says how it works.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";

const MAIL = new URL("mail/run.mjs", import.meta.url);

const flags = process.argv.slice(2);
const unknown = flags.find((flag) => !["--sdks", "--mail", "--write"].includes(flag));
if (unknown) {
  process.stderr.write(
    `${unknown} is unknown: --sdks or --mail runs this part alone, --write writes requests.md\n`,
  );
  process.exit(2);
}
const isAsked = (part) => flags.includes(part) || !["--sdks", "--mail"].some((one) => flags.includes(one));
const say = (sentence) => process.stdout.write(`${sentence}\n`);

let isRed = false;
install(say);
if (isAsked("--sdks")) {
  // Its modules need what was installed.
  const { checkSdks } = await import("./check-sdks.mjs");
  isRed = !(await checkSdks({ say, isWriting: flags.includes("--write") }));
}
if (isAsked("--mail")) isRed = !checkMail() || isRed;
process.exit(isRed ? 1 : 0);

/** Mail servers and greylisting, in a process of their own. */
function checkMail() {
  if (!existsSync(MAIL)) {
    say("Mail servers: skipped, conformance/mail/run.mjs is not there.");
    return true;
  }
  if (process.getuid?.() !== 0) {
    say("Mail servers: skipped, because Postfix, Exim and OpenSMTPD start as root only.");
    return true;
  }
  return spawnSync(process.execPath, [fileURLToPath(MAIL)], { stdio: "inherit" }).status === 0;
}
