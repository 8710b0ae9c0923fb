/** The type of a step, as a reader calls it. */
export const STEP_KINDS: Readonly<Record<string, string>> = {
  in_app: "in-app",
  email: "e-mail",
  sms: "SMS",
  chat: "chat",
  push: "push",
  digest: "digest",
  trigger: "trigger",
  delay: "delay",
  throttle: "throttle",
  custom: "custom",
};

const MESSAGES: Readonly<Record<string, string>> = {
  in_app: "the in-app message",
  email: "the e-mail",
  sms: "the SMS",
  chat: "the chat message",
  push: "the push message",
};

export const isChannel = (type: string): boolean => Object.hasOwn(MESSAGES, type);
export const kindOf = (type: string): string => STEP_KINDS[type] ?? type;
export const messageOf = (type: string): string => MESSAGES[type] ?? `step ${type}`;

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

/** A length in its two largest units: "1 h 41 min", "3 s"; below a second in milliseconds. */
export function lengthOf(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  const first = UNITS.findIndex(([, size]) => ms >= size);
  let rest = ms;
  return UNITS.slice(first, first + 2)
    .flatMap(([unit, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count > 0 ? [`${count} ${unit}`] : [];
    })
    .join(" ");
}

/** The number with its noun. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
