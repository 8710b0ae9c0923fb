import { getSystem } from "@tidings/contract";
import type { Call } from "./call.ts";

export type SystemState = ReturnType<typeof system>;

/** The installation, and the work of the environment. */
export const system = (call: Call) => ({ get: () => call(getSystem) });
