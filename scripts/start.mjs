// `npm start`: builds what is not up to date, then runs `tidings serve` in this process, so that signals reach it.
import { buildRuntime } from "./build-runtime.mjs";

await buildRuntime((sentence) => process.stdout.write(`${sentence}\n`));
process.argv.splice(2, 0, "serve");
await import("../client/bin/tidings.js");
