import { watchOutput } from "./output.ts";
import { run } from "./program.ts";

watchOutput();
// Not process.exit: what was printed must reach its reader first.
process.exitCode = (await run(process.argv.slice(2))) || (process.exitCode ?? 0);
