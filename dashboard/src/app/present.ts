import { useTimes } from "../components/times.ts";
import { useEnvironment } from "./environment.tsx";
import { useRead } from "./read.ts";

/** The present of the environment: a test environment has its own clock. Undefined until that has been read. */
export function usePresent(): Date | undefined {
  const { isTest } = useEnvironment().environment;
  const { now } = useTimes();
  // The same key as of the clock bar, which is on the page, too.
  const { data } = useRead(["test-clock"], (client) => client.testClock.get(), { isEnabled: isTest });
  if (!isTest) return now;
  return data && new Date(data.now);
}
