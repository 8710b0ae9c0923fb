import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * For servers whose memory is measured. V8 puts off collecting while it has room, by dozens of megabytes, and gives them
 * back in the end: what is collected every second is what is held, and the rest was garbage.
 */
const EVERY_MS = 1_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
setInterval(collect, EVERY_MS).unref();
