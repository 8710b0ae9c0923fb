/**
 * Queues before the providers that have few connections (`Provider.connections`): at most `size` calls at a time, the
 * others wait in the order of their arrival. The wait is part of no call: neither the provider's time limits nor its
 * circuit breaker count it.
 */
export type CallQueues = {
  /**
   * Resolves when it is the call's turn in all of them; false if they were closed before. The newest size of a queue holds for all of
   * its calls.
   */
  enter(queues: readonly CallQueue[]): Promise<boolean>;
  /** After each `enter` that resolved with true. */
  leave(queues: readonly CallQueue[]): void;
  /** Nothing that waits is called any more. */
  close(): void;
};
export type CallQueue = { name: string; size: number };

type State = { calls: number; size: number; waiting: ((isTurn: boolean) => void)[] };

/** Places pass to the calls that wait longest. */
function admitNext(state: State): void {
  while (state.calls < state.size && state.waiting.length > 0) {
    state.calls += 1;
    state.waiting.shift()?.(true);
  }
}

export function createCallQueues(): CallQueues {
  const states = new Map<string, State>();
  let isClosed = false;

  const enterOne = ({ name, size }: CallQueue): Promise<boolean> | boolean => {
    const state = states.get(name) ?? { calls: 0, size, waiting: [] };
    states.set(name, state);
    state.size = size;
    admitNext(state);
    if (state.calls >= size) return new Promise((resolve) => state.waiting.push(resolve));
    state.calls += 1;
    return true;
  };

  const leaveOne = ({ name }: CallQueue): void => {
    const state = states.get(name) as State;
    state.calls -= 1;
    admitNext(state);
    if (state.calls === 0) states.delete(name);
  };

  return {
    enter: async (queues) => {
      // All calls enter several queues in one order, so that no two wait for each other.
      const ordered = queues.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      for (const [index, queue] of ordered.entries()) {
        if (!isClosed && (await enterOne(queue))) continue;
        ordered.slice(0, index).forEach(leaveOne);
        return false;
      }
      return true;
    },
    leave: (queues) => queues.forEach(leaveOne),
    close: () => {
      isClosed = true;
      for (const { waiting } of states.values()) for (const refuse of waiting.splice(0)) refuse(false);
    },
  };
}
