import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../bin/tidings.js", import.meta.url));

/** `tidings simulator` on a free port. */
export async function startSimulator() {
  const child = spawn(process.execPath, [PROGRAM, "simulator", "--port", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const url = await new Promise((resolve, reject) => {
    const read = (text) => {
      output += text;
      const [, found] = /plays \d+ vendors at (http:\/\/\S+):/.exec(output) ?? [];
      if (found) resolve(found);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.once("exit", (code) => reject(new Error(`tidings simulator ended with ${code}: ${output}`)));
  });
  return { url, close: () => child.kill("SIGTERM") };
}
