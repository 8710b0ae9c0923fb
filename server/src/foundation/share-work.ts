/** Calls of `work` with the same name at the same moment share one: those that come while it is under way get its result. */
export function shareWork<More extends unknown[], Result>(
  work: (name: string, ...more: More) => Promise<Result>,
): (name: string, ...more: More) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return (name, ...more) => {
    const current = underWay.get(name);
    if (current) return current;
    const begun = work(name, ...more).finally(() => underWay.delete(name));
    underWay.set(name, begun);
    return begun;
  };
}
