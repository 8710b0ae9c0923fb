import { type Schedule, WEEKDAYS } from "@tidings/contract";
import { scheduleProblem } from "../calendar/weekly-schedule.ts";
import { invalidField } from "../foundation/app-error.ts";

/**
 * The schedule as it is kept: only what the contract knows, for the typed clients read it back.
 * @throws AppError when the calendar could not tell what it means.
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
