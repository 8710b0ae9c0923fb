/** Waiting items of several environments; environments take turns, and an environment's items keep their order. */
export class FairQueue<T> {
  /** A map keeps the order of insertion: the first key has the next turn. */
  readonly #itemsOf = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(environmentId: string): number {
    return this.#itemsOf.get(environmentId)?.length ?? 0;
  }

  /** Whether there is an item of an environment that is allowed. */
  has(isAllowed: (environmentId: string) => boolean): boolean {
    for (const environmentId of this.#itemsOf.keys()) if (isAllowed(environmentId)) return true;
    return false;
  }

  push(environmentId: string, items: readonly T[]): void {
    const known = this.#itemsOf.get(environmentId);
    if (known) for (const item of items) known.push(item);
    else if (items.length > 0) this.#itemsOf.set(environmentId, [...items]);
    this.#size += items.length;
  }

  /** Puts items back in front of the others of their environment; the environment's turn does not come earlier. */
  pushFirst(environmentId: string, items: readonly T[]): void {
    const known = this.#itemsOf.get(environmentId) ?? [];
    if (items.length > 0) this.#itemsOf.set(environmentId, [...items, ...known]);
    this.#size += items.length;
  }

  /**
   * The next items, at most `limit`, of the environment whose turn it is; its next turn is after all others'. An
   * environment that is not allowed is skipped and keeps its turn.
   */
  take(limit: number, isAllowed = (_environmentId: string) => true): Taken<T> | undefined {
    for (const [environmentId, all] of this.#itemsOf) {
      if (!isAllowed(environmentId)) continue;
      const items = all.splice(0, limit);
      this.#itemsOf.delete(environmentId);
      if (all.length > 0) this.#itemsOf.set(environmentId, all);
      this.#size -= items.length;
      return { environmentId, items };
    }
    return undefined;
  }

  /** Empties the queue and returns its items. */
  clear(): T[] {
    const items = [...this.#itemsOf.values()].flat();
    this.#itemsOf.clear();
    this.#size = 0;
    return items;
  }
}

export type Taken<T> = { environmentId: string; items: T[] };
