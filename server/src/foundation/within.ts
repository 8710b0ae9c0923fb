import type { Time } from "./clock.ts";

/** The result of `work`; undefined when there is none after `ms`. Does not keep the process running. */
export async function within<T>(
  time: Pick<Time, "after">,
  ms: number,
  work: Promise<T>,
): Promise<T | undefined> {
  let cancel = () => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = time.after(ms, () => resolve(undefined));
  });
  return Promise.race([work, late]).finally(cancel);
}
