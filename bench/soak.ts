import { benchEvent, createBenchWorkflow, triggerRequest } from "./bench-workflow.ts";
import { atRate } from "./load.ts";
import { aboutFlatness } from "./suite/conclusions.ts";
import { openOurs, storedCount } from "./suite/ours.ts";
import { untilStored } from "./suite/stored.ts";
import type { Course } from "./suite/workload.ts";

const MINUTES = 10;
const PER_SECOND = 150;
const MINUTE_MS = 60_000;

export const soak: Course = {
  name: "soak",
  title: "Ten minutes at a steady rate",
  text: "150 triggers a second, each to one subscriber; p50 and p99 of the answers in each minute, each counted from its planned moment, and memory. The messages of each minute are counted at its end.",
  unit: "trigger",
  xName: "minute",
  conclude: aboutFlatness,
  run: async (options, point) => {
    const { target, roots, close } = await openOurs(options);
    try {
      await createBenchWorkflow(target);
      for (let minute = 1; minute <= (options.minutes ?? MINUTES); minute += 1) {
        await point(minute, roots(), async () => {
          const storedBefore = await storedCount(target);
          const startMs = performance.now();
          const { latenciesMs, statuses } = await atRate(target, {
            perSecond: PER_SECOND,
            shouldContinue: () => performance.now() < startMs + MINUTE_MS,
            request: (index) => triggerRequest(benchEvent(index)),
          });
          const operations = statuses.get(201) ?? 0;
          await untilStored(storedBefore + operations, () => storedCount(target));
          const durationMs = performance.now() - startMs;
          return {
            operations,
            durationMs,
            latenciesMs,
            figures: { refused: latenciesMs.length - operations },
          };
        });
      }
    } finally {
      await close();
    }
  },
};
