import { listProviders } from "@tidings/contract";
import type { Call } from "./call.ts";

export type Providers = ReturnType<typeof providers>;

export const providers = (call: Call) => ({ list: () => call(listProviders) });
