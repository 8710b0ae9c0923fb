import look from "../../../components/field.module.css";
import { useTimes } from "../../../components/times.ts";
import { words } from "../words.ts";
import { nextMoments } from "./next-moments.ts";

const COUNT = 3;
/** Moments are local times of the subscriber, written as if they were UTC. */
const FORMAT = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** The next moments of a cron expression for a subscriber in the reader's time zone. */
export function NextMoments({ cron }: { cron: string }) {
  const { now } = useTimes();
  if (cron.trim() === "") return null;
  const moments = nextMoments(cron, now.getTime() - now.getTimezoneOffset() * 60_000, COUNT);
  return <p className={look.help}>{sentenceOf(moments)}</p>;
}

function sentenceOf(moments: readonly number[] | undefined): string {
  if (!moments) return words.momentsUnknown;
  if (moments.length === 0) return words.noMoments;
  return `${words.next}: ${moments.map((ms) => FORMAT.format(ms)).join(" · ")}, ${words.ofSubscriber}`;
}
