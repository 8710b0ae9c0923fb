/**
 * The expected results of the engine, as simple as possible: no database, no batches, no crashes. Time is in minutes. Where
 * the engine may choose (which of several simultaneous events opens a digest), the model gets the choice and checks that
 * it was allowed.
 */

export type ModelStep =
  | { type: "delay"; minutes: number }
  | { type: "digest"; minutes: number; isKeyed: boolean }
  | { type: "throttle"; minutes: number; threshold: number }
  | { type: "in_app" }
  /** A flaky mail is refused at first and waits for its next attempts. */
  | { type: "email"; isFlaky?: boolean; unlessDelivered?: number };

/** One trigger for one subscriber. */
export type ModelRun = {
  transactionId: string;
  workflow: string;
  subscriber: string;
  key: string;
  /** Index of the next step. */
  position: number;
  end: "waiting" | "done" | "merged" | "canceled" | "throttled";
  /** By channel step: whether the message is sent, or not sent because of a preference or a cancel. */
  messages: ("sent" | "unwanted")[];
};

export type WaitingMail = { subscriber: string; position: number };

export type ModelWindow = {
  workflow: string;
  position: number;
  subscriber: string;
  key: string;
  closesAt: number;
  /** `bringer` is the run that joined: the event's own, or the one that an earlier digest let through with it. */
  events: { run: ModelRun; bringer: ModelRun; at: number }[];
  main: ModelRun;
  isOpen: boolean;
};

export class ReferenceModel {
  readonly runs: ModelRun[] = [];
  readonly windows: ModelWindow[] = [];
  readonly unwanted = new Set<string>();
  /** Mails that were canceled while they waited for their next attempt. */
  withdrawn = 0;
  now = 0;
  readonly #steps: Readonly<Record<string, readonly ModelStep[]>>;
  readonly #delays: { at: number; run: ModelRun }[] = [];
  readonly #throttles = new Map<string, { endsAt: number; count: number }>();

  constructor(steps: Readonly<Record<string, readonly ModelStep[]>>) {
    this.#steps = steps;
  }

  begin(start: Pick<ModelRun, "transactionId" | "workflow" | "subscriber" | "key">): void {
    const run: ModelRun = { ...start, position: 0, end: "waiting", messages: [] };
    this.runs.push(run);
    this.#goOn(run);
  }

  /** The next time at which something is due. */
  nextDue(): number | undefined {
    const moments = [...this.#delays, ...this.open().map(({ closesAt: at }) => ({ at }))].map(({ at }) => at);
    return moments.length > 0 ? Math.min(...moments) : undefined;
  }

  open(): ModelWindow[] {
    return this.windows.filter(({ isOpen }) => isOpen);
  }

  /** Advances to a time not after the next due time, and does what is due then. */
  goTo(moment: number): void {
    this.now = moment;
    for (const window of this.open().filter(({ closesAt }) => closesAt === moment)) {
      window.isOpen = false;
      this.#goOn(window.main);
    }
    for (const delay of this.#delays.filter(({ at }) => at === moment)) {
      this.#delays.splice(this.#delays.indexOf(delay), 1);
      this.#goOn(delay.run);
    }
  }

  /**
   * Cancels what waits. An event leaves its open window, and an empty window is deleted. When a mail goes out is the engine's
   * choice: `waiting` lists the mails of the transaction that wait for an attempt.
   */
  cancel(transactionId: string, waiting: readonly WaitingMail[]): void {
    for (const run of this.runs.filter((candidate) => candidate.transactionId === transactionId)) {
      for (const { position } of waiting.filter(({ subscriber }) => subscriber === run.subscriber)) {
        const index = this.#messageIndexOf(run, position);
        if (run.messages[index] !== "sent") throw new Error("a mail waits that must not be sent");
        run.messages[index] = "unwanted";
        this.withdrawn += 1;
      }
      const window = this.open().find(({ events }) =>
        events.some((event) => event.run === run && event.bringer === run),
      );
      const delay = this.#delays.find((candidate) => candidate.run === run);
      if (!window && !delay) continue;
      run.end = "canceled";
      if (delay) this.#delays.splice(this.#delays.indexOf(delay), 1);
      if (window) this.#leave(window, run);
    }
  }

  /** `messages` has an entry for each channel step. */
  #messageIndexOf({ workflow }: ModelRun, position: number): number {
    const before = this.#steps[workflow]?.slice(0, position) ?? [];
    return before.filter(({ type }) => type === "in_app" || type === "email").length;
  }

  #leave(window: ModelWindow, run: ModelRun): void {
    window.events = window.events.filter((event) => event.bringer !== run);
    const [first] = window.events;
    if (!first) this.windows.splice(this.windows.indexOf(window), 1);
    else if (window.main === run) this.chooseMain(window, first.run);
  }

  /** The run that continues with all events of the window. */
  chooseMain(window: ModelWindow, main: ModelRun): void {
    const earliest = Math.min(...window.events.map(({ at }) => at));
    const chosen = window.events.find(({ run, bringer }) => run === main && bringer === main);
    if (chosen?.at !== earliest) throw new Error("a digest was opened by an event that was not the first");
    for (const { run } of window.events) run.end = "merged";
    window.main = main;
    main.end = "waiting";
  }

  #goOn(run: ModelRun): void {
    const steps = this.#steps[run.workflow] ?? [];
    for (let step = steps[run.position]; step; step = steps[run.position]) {
      const position = run.position;
      run.position += 1;
      if (step.type === "delay") {
        this.#delays.push({ at: this.now + step.minutes, run });
        return;
      }
      if (step.type === "digest") return this.#join(run, position, step);
      if (step.type === "throttle" && !this.#passes(run, step)) {
        run.end = "throttled";
        return;
      }
      const isDelivered = step.type === "email" && run.messages[step.unlessDelivered ?? -1] === "sent";
      const isUnwanted = isDelivered || this.unwanted.has(run.subscriber);
      if (step.type !== "throttle") run.messages.push(isUnwanted ? "unwanted" : "sent");
    }
    run.end = "done";
  }

  #join(run: ModelRun, position: number, step: Extract<ModelStep, { type: "digest" }>): void {
    const key = step.isKeyed ? run.key : "";
    const { workflow, subscriber } = run;
    const earlier = this.windows.findLast(({ main, isOpen }) => main === run && !isOpen);
    const events = (earlier?.events ?? [{ run }]).map((event) => ({
      run: event.run,
      bringer: run,
      at: this.now,
    }));
    const window = this.open().find(
      (open) =>
        open.workflow === workflow &&
        open.position === position &&
        open.subscriber === subscriber &&
        open.key === key,
    );
    if (window) {
      window.events.push(...events);
      run.end = "merged";
      return;
    }
    const closesAt = this.now + step.minutes;
    this.windows.push({
      workflow,
      position,
      subscriber,
      key,
      closesAt,
      events,
      main: run,
      isOpen: true,
    });
  }

  #passes({ workflow, subscriber }: ModelRun, step: Extract<ModelStep, { type: "throttle" }>): boolean {
    const name = `${workflow}|${subscriber}`;
    const known = this.#throttles.get(name);
    const window = known && known.endsAt > this.now ? known : { endsAt: this.now + step.minutes, count: 0 };
    window.count += 1;
    this.#throttles.set(name, window);
    return window.count <= step.threshold;
  }
}
