import { useMay } from "../app/environment.tsx";
import { useRead } from "../app/read.ts";
import { KEY } from "./dead-letters.ts";

/**
 * How many dead letters wait, in the rail; nothing without any, or for sessions that may not see the system. The service
 * stops to count at 10,000.
 */
export function DeadLetterCount() {
  const isEnabled = useMay("manage");
  const { data } = useRead([KEY, "total"], (client) => client.system.get(), { live: [KEY], isEnabled });
  const { count = 0, countCapped } = data?.deadLetters ?? {};
  return count > 0 ? `${count.toLocaleString("en")}${countCapped ? "+" : ""}` : null;
}
