import { allowClosedPipes } from "./output.ts";
import { run } from "./program.ts";

allowClosedPipes();
// Not process.exit: what was printed must reach its reader first.
process.exitCode = await run(process.argv.slice(2));
