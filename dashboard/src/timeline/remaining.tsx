import { useEnvironment } from "../app/environment.tsx";
import { duration, useTimes } from "../components/times.ts";
import { LABELS } from "./words.ts";

/** How long it is until a moment; nothing in a test environment, whose clock may stand still. */
export function Remaining({ at }: { at: string }) {
  const { environment } = useEnvironment();
  const ms = Date.parse(at) - useTimes().now.getTime();
  if (environment.isTest || !(ms > 0)) return null;
  return ` (${duration(ms)} ${LABELS.toGo})`;
}
