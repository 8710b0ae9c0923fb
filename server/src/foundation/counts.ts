/** How many there are of each name; a name with none takes no memory. */
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

  /** Names that were counted at least `least` times. */
  namesWith(least: number): string[] {
    return [...this.#counts].filter(([, count]) => count >= least).map(([name]) => name);
  }
}
