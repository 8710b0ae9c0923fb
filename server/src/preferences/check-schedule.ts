import { type Schedule, WEEKDAYS } from "@tidings/contract";
import { scheduleProblem } from "../calendar/weekly-schedule.ts";
import { invalidField } from "../foundation/app-error.ts";

/**
 * Keeps only the fields of the contract: an unknown field would break typed clients that read it back.
 * @throws AppError invalid if the schedule is invalid.
 */
export function checkedSchedule(given: Schedule): Schedule {
  const problem = scheduleProblem(given);
  if (problem) throw invalidField("schedule", problem);
  const { isEnabled, weeklySchedule } = given;
  if (!weeklySchedule) return { isEnabled };
  const days = WEEKDAYS.flatMap((weekday) => {
    const day = weeklySchedule[weekday];
    if (!day) return [];
    const hours = day.hours?.map(({ start, end }) => ({ start, end }));
    return [[weekday, { isEnabled: day.isEnabled, ...(hours ? { hours } : {}) }]];
  });
  return { isEnabled, weeklySchedule: Object.fromEntries(days) };
}
