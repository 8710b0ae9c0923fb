import { useRead } from "../app/read.ts";
import { KEY } from "./dead-letters.ts";

/** How many dead letters wait, in the rail; nothing without any. */
export function DeadLetterCount() {
  const { data } = useRead([KEY, "total"], (client) => client.deadLetters.list({ limit: 1 }), {
    live: [KEY],
  });
  return data && data.totalCount > 0 ? data.totalCount.toLocaleString("en") : null;
}
