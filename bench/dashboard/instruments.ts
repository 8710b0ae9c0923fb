/** What the page itself measures: times from an action to the frame that shows its result, and what the browser observes. */
export type Instruments = {
  /** Durations of tasks over 50 ms, and when they began, in milliseconds since the page was opened. */
  readonly longTasks: { startMs: number; tookMs: number }[];
  /** Durations of clicks and keys, from the input to the next frame; shorter ones than 16 ms are not recorded. */
  readonly interactions: Interaction[];
  /** The sum of all layout shifts without an input before them. */
  shifts: number;
  firstContentMs: number;
  largestContentMs: number;
  /** The addresses of the rows, or the title of the empty list; empty while nothing has been read. */
  rows(): string;
  /** Acts; resolves with the milliseconds until other rows are shown. */
  timeRows(act: Act): Promise<number>;
  /** Acts; resolves with the milliseconds until each of these selectors matches. */
  timeBoxes(act: Act, selectors: readonly string[]): Promise<number[]>;
  /** Records what the list shows, ten times a second. */
  watchList(): void;
  takeSamples(): ListSample[];
};

/** The kind of input, such as `pointerup`, and the beginning of the text of what it was on. */
export type Interaction = { name: string; tookMs: number };

/** Presses an element, or goes to a path within the page. */
type Act = { press: Element } | { path: string };

export type ListSample = { atMs: number; rows: string; tops: string; pill: string };

declare global {
  interface Window {
    bench: Instruments;
  }
}

/** These run in the page before its own scripts, in this order; so they name nothing outside themselves. */
export const INSTRUMENTS = [installTimers, installSamples, installObservers] as const;

function installTimers(): void {
  const act = (what: Act) => {
    if ("path" in what) history.pushState(null, "", what.path);
    else (what.press as HTMLElement).click();
  };
  /** Resolves after the frame in which `isDone` became true. */
  const until = (startMs: number, isDone: () => boolean): Promise<number> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("nothing changed for 30 s")), 30_000);
      const observer = new MutationObserver(() => {
        if (!isDone()) return;
        observer.disconnect();
        clearTimeout(timer);
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  const rows = () => {
    const links = [...document.querySelectorAll("main tbody tr")].map((row) => row.querySelector("a")?.href);
    return links.length > 0 ? links.join(" ") : (document.querySelector("main h2")?.textContent ?? "");
  };
  const timeRows = (what: Act) => {
    const before = rows();
    const done = until(performance.now(), () => rows() !== "" && rows() !== before);
    act(what);
    return done;
  };
  const timeBoxes = (what: Act, selectors: readonly string[]) => {
    const startMs = performance.now();
    const all = selectors.map((selector) => until(startMs, () => document.querySelector(selector) !== null));
    act(what);
    return Promise.all(all);
  };
  window.bench = { ...window.bench, rows, timeRows, timeBoxes };
}

function installSamples(): void {
  const samples: ListSample[] = [];
  const look = () => {
    const rows = [...document.querySelectorAll("main tbody tr")];
    const tops = rows.map((row) => row.getBoundingClientRect().top).join(" ");
    const pill = document.querySelector("main [role=status] button")?.textContent ?? "";
    samples.push({ atMs: Date.now(), rows: window.bench.rows(), tops, pill });
  };
  const watchList = () => void setInterval(look, 100);
  window.bench = { ...window.bench, watchList, takeSamples: () => samples.splice(0) };
}

function installObservers(): void {
  const observe = (type: string, note: (entry: never) => void, more: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as never);
    }).observe({ type, buffered: true, ...more });
  const nothing = { shifts: 0, firstContentMs: Number.NaN, largestContentMs: Number.NaN };
  const bench: Instruments = { ...window.bench, longTasks: [], interactions: [], ...nothing };
  observe("longtask", ({ startTime, duration }: PerformanceEntry) =>
    bench.longTasks.push({ startMs: startTime, tookMs: duration }),
  );
  const noteInteraction = (entry: PerformanceEventTiming & { interactionId?: number }) => {
    const name = `${entry.name} ${entry.target?.textContent?.slice(0, 20) ?? ""}`;
    if (entry.interactionId) bench.interactions.push({ name, tookMs: entry.duration });
  };
  observe("event", noteInteraction, { durationThreshold: 16 });
  observe("layout-shift", (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => {
    if (!entry.hadRecentInput) bench.shifts += entry.value;
  });
  observe("largest-contentful-paint", ({ startTime }: PerformanceEntry) => {
    bench.largestContentMs = startTime;
  });
  observe("paint", ({ name, startTime }: PerformanceEntry) => {
    if (name === "first-contentful-paint") bench.firstContentMs = startTime;
  });
  window.bench = bench;
}
