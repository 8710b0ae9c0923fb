/** Makes the next thing while this one is used, because a world takes 0.6 s, most of it waiting. */
export function oneAhead<T>(make: () => Promise<T>): { take(): Promise<T>; end(): Promise<void> } {
  let next: Promise<T> | undefined;
  return {
    take: async () => {
      const current = next ?? make();
      // A failure fails one test, and not all that follow.
      next = undefined;
      const taken = await current;
      next = make();
      // It is thrown by the call that takes it.
      next.catch(() => {});
      return taken;
    },
    /** Waits for the thing that no call has taken; call it before the service is closed. */
    end: async () => void (await next?.catch(() => {})),
  };
}
