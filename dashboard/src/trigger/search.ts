import { searchOf } from "../app/search-params.ts";

/** Recipients and the payload (JSON) that another screen has chosen. */
export const triggerSearch = searchOf("to", "topic", "payload");
export type TriggerSearch = ReturnType<typeof triggerSearch>;
