import type { StreamEvent } from "../api/event-stream.ts";
import type { InboxApi } from "../api/inbox-api.ts";
import { keepConnected, type Receive } from "./live-stream.ts";

/**
 * Receives the live events until `signal` aborts. Browsers allow 6 connections of HTTP/1.1 to one host, so the tabs of a
 * site share one stream: the tab that holds the Web Lock reads it and passes each event on. If that tab closes, the lock
 * and the stream go to another.
 *
 * Web Locks need a secure context (https, or localhost). Elsewhere each tab has its own stream, and only while it is
 * visible.
 *
 * @param name the same for the same subscriber of the same service.
 */
export function receiveLiveEvents(api: InboxApi, name: string, receive: Receive, signal: AbortSignal): void {
  if (!("locks" in navigator)) {
    connectWhileVisible(api, receive, signal);
    return;
  }
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<StreamEvent>) => receive(data);
  signal.addEventListener("abort", () => channel.close());
  const share = (event: StreamEvent) => {
    receive(event);
    channel.postMessage(event);
  };
  // The request rejects when the signal aborts before the lock is granted.
  navigator.locks.request(name, { signal }, () => keepConnected(api, share, signal)).catch(() => {});
}

function connectWhileVisible(api: InboxApi, receive: Receive, signal: AbortSignal): void {
  let connection: AbortController | undefined;
  const update = () => {
    const isWanted = !signal.aborted && document.visibilityState === "visible";
    if (isWanted === (connection !== undefined)) return;
    connection?.abort();
    connection = isWanted ? new AbortController() : undefined;
    if (connection) void keepConnected(api, receive, connection.signal);
  };
  document.addEventListener("visibilitychange", update);
  signal.addEventListener("abort", () => {
    document.removeEventListener("visibilitychange", update);
    update();
  });
  update();
}
