/** A counter for each name; a name with count 0 takes no memory. */
export class Counts {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, change: number): void {
    const count = this.of(name) + change;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }

  /** Names with a count of at least `minimum`. */
  namesWith(minimum: number): string[] {
    return [...this.#counts].filter(([, count]) => count >= minimum).map(([name]) => name);
  }
}
