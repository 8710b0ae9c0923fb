/** What one check of `tidings doctor` has found. */
export type Finding = {
  status: "ok" | "warning" | "error";
  /** The check, such as `disk`. */
  name: string;
  says: string;
  /** What to do; absent if there is nothing to do. */
  advice?: string;
};

export const ok = (name: string, says: string): Finding => ({ status: "ok", name, says });
export const warning = (name: string, says: string, advice: string): Finding => ({
  status: "warning",
  name,
  says,
  advice,
});
export const failure = (name: string, says: string, advice: string): Finding => ({
  status: "error",
  name,
  says,
  advice,
});

/** `warning  disk         1.2 GB of 40 GB are free in /data; make room` */
export function findingLine({ status, name, says, advice }: Finding): string {
  const sentence = advice ? `${says}; ${advice}` : says;
  return `${status.padEnd(7)}  ${name.padEnd(11)}  ${sentence.replaceAll(/\s*\n\s*/g, " ")}`;
}
