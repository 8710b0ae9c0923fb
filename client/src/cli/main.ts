import { watchOutput } from "./output.ts";
import { run } from "./program.ts";

watchOutput();
// Not process.exit: it would cut off output that is not written yet.
process.exitCode = (await run(process.argv.slice(2))) || (process.exitCode ?? 0);
