import { useEffect, useRef, useSyncExternalStore } from "react";
import { useEnvironment } from "./environment.tsx";
import { queryClient } from "./service.ts";

/**
 * The only home of `EventSource`: one stream for a visible tab, with hints about what has changed. Pages then read again.
 * Without a stream, everything is hinted at every 5 seconds.
 */
export type Watched = "notifications" | "dead-letters" | "overview" | `notification:${string}`;

type Watcher = { environmentId: string; of: Watched; onHint: () => void };

/** Hints are passed on at most this often. */
const HINT_EVERY_MS = 400;
const LOOK_EVERY_MS = 5_000;
/** Watchers come and go in groups when a page changes. */
const CONNECT_AFTER_MS = 50;

const watchers = new Set<Watcher>();
const stateListeners = new Set<() => void>();
let source: EventSource | undefined;
let connectTimer: ReturnType<typeof setTimeout> | undefined;
let isLive = false;
const stateNow = (): LiveState => {
  if (isLive) return "live";
  return watchers.size > 0 ? "looking" : "idle";
};
let connectedTo = "";
let isLost = false;
const hinted = new Set<Watched>();
let hintTimer: ReturnType<typeof setTimeout> | undefined;

function setLive(value: boolean): void {
  isLive = value;
  for (const listener of stateListeners) listener();
}

function addressOf(): string {
  const [first] = watchers;
  if (!first || document.hidden) return "";
  const own = [...watchers].filter(({ environmentId }) => environmentId === first.environmentId);
  const search = new URLSearchParams({ environment: first.environmentId });
  for (const of of [...new Set(own.map((one) => one.of))].sort()) search.append("of", of);
  return `/dashboard/live?${search}`;
}

function connect(isForced = false): void {
  const address = addressOf();
  if (address === connectedTo && !isForced) return;
  source?.close();
  source = undefined;
  connectedTo = address;
  // A change of what is watched is no interruption.
  if (address === "" || isForced) setLive(false);
  if (address === "") return;
  source = new EventSource(address);
  // Something may have changed between the last stream, or what the page has read, and this one.
  source.addEventListener("ready", () => {
    hintAll();
    // After a restart, the service may have another version.
    if (isLost) void queryClient.invalidateQueries({ queryKey: ["session"] });
    isLost = false;
    setLive(true);
  });
  source.addEventListener("changed", ({ data }) => hint((JSON.parse(data) as { of: Watched }).of));
  source.addEventListener("error", () => {
    isLost = true;
    setLive(false);
  });
}

function connectSoon(): void {
  clearTimeout(connectTimer);
  connectTimer = setTimeout(() => connect(), CONNECT_AFTER_MS);
}

function hint(of: Watched): void {
  hinted.add(of);
  if (hintTimer) return;
  flush();
  hintTimer = setTimeout(() => {
    hintTimer = undefined;
    if (hinted.size > 0) flush();
  }, HINT_EVERY_MS);
}

function flush(): void {
  const now = new Set(hinted);
  hinted.clear();
  for (const watcher of [...watchers]) if (now.has(watcher.of)) watcher.onHint();
}

function hintAll(): void {
  for (const { of } of watchers) hint(of);
}

/** Browsers connect again by themselves, except after an answer that was an error. */
setInterval(() => {
  if (document.hidden || isLive || watchers.size === 0) return;
  hintAll();
  if (source?.readyState === EventSource.CLOSED) connect(true);
}, LOOK_EVERY_MS);
document.addEventListener("visibilitychange", () => connect());

function watch(watcher: Watcher): () => void {
  watchers.add(watcher);
  connectSoon();
  return () => {
    watchers.delete(watcher);
    connectSoon();
  };
}

/** Calls `onHint` when something may have changed. */
export function useHints(of: readonly Watched[], onHint: () => void): void {
  const { environment } = useEnvironment();
  const latest = useRef(onHint);
  useEffect(() => {
    latest.current = onHint;
  });
  const names = of.join(" ");
  useEffect(() => {
    const ofNames = names === "" ? [] : (names.split(" ") as Watched[]);
    const call = () => latest.current();
    const stops = ofNames.map((one) => watch({ environmentId: environment._id, of: one, onHint: call }));
    return () => {
      for (const stop of stops) stop();
    };
  }, [environment._id, names]);
}

export type LiveState = "live" | "looking" | "idle";

/** `idle`: nothing on the page can change; `looking`: there is no stream. */
export function useLiveState(): LiveState {
  return useSyncExternalStore((listener) => {
    stateListeners.add(listener);
    return () => stateListeners.delete(listener);
  }, stateNow);
}
