/** The simple calendars that a form can show; any other cron expression is shown as it is. */
export type CalendarForm =
  | { readonly every: "hour"; readonly minute: number }
  | { readonly every: "day"; readonly time: string }
  /** Days from 0, Sunday, to 6. */
  | { readonly every: "week"; readonly days: readonly number[]; readonly time: string }
  /** A day of the month, or the last one. */
  | { readonly every: "month"; readonly day: number | "L"; readonly time: string }
  | { readonly every: "cron" };

export type Every = CalendarForm["every"];
export const EVERY: readonly Every[] = ["hour", "day", "week", "month", "cron"];

/** The form of an expression, if the form writes exactly this expression. */
export function calendarFormOf(cron: string): CalendarForm {
  const form = read(cron.split(" "));
  return form && cronOf(form) === cron ? form : { every: "cron" };
}

function read([minute = "", hour = "", day = "", month = "", weekDay = ""]: readonly string[]) {
  const time = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  const isDaily = day === "*" && month === "*" && weekDay === "*";
  if (isDaily && hour === "*") return { every: "hour", minute: Number(minute) } as const;
  if (isDaily) return { every: "day", time } as const;
  if (day === "*") return { every: "week", days: weekDay.split(",").map(Number), time } as const;
  return { every: "month", day: day === "L" ? day : Number(day), time } as const;
}

/** The expression of a form; undefined while the form does not say enough, such as no day of the week. */
export function cronOf(form: CalendarForm): string | undefined {
  switch (form.every) {
    case "hour":
      return isWithin(form.minute, [0, 59]) ? `${form.minute} * * * *` : undefined;
    case "day":
      return withTime(form.time, "* * *");
    case "week":
      return weekOf(form.days, form.time);
    case "month":
      return form.day === "L" || isWithin(form.day, [1, 31])
        ? withTime(form.time, `${form.day} * *`)
        : undefined;
    case "cron":
      return undefined;
  }
}

function weekOf(days: readonly number[], time: string): string | undefined {
  const isValid = days.length > 0 && days.every((day) => isWithin(day, [0, 6]));
  return isValid ? withTime(time, `* * ${days.join(",")}`) : undefined;
}

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

function withTime(time: string, rest: string): string | undefined {
  const [hour, minute] = time.split(":").map(Number);
  if (hour === undefined || minute === undefined) return undefined;
  return isWithin(hour, [0, 23]) && isWithin(minute, [0, 59]) ? `${minute} ${hour} ${rest}` : undefined;
}

/** The form with another period; what both have, stays. */
export function withEvery(form: CalendarForm, every: Every): CalendarForm {
  const time = "time" in form ? form.time : "09:00";
  const forms: Readonly<Record<Every, CalendarForm>> = {
    hour: { every: "hour", minute: "time" in form ? Number(form.time.split(":")[1]) : 0 },
    day: { every: "day", time },
    week: { every: "week", days: "days" in form ? form.days : [1], time },
    month: { every: "month", day: "day" in form ? form.day : 1, time },
    cron: { every: "cron" },
  };
  return forms[every];
}
