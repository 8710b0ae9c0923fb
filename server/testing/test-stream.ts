import { PATIENCE_MS } from "./patience.ts";

/** Server-sent events, as a browser receives them. */
export type Followed = {
  /** All events so far. */
  readonly events: readonly { event: string; data: any }[];
  /** The data of the next event with this name; earlier events are skipped. */
  next(event: string): Promise<any>;
  close(): void;
};

/** Follows the inbox of a session. */
export function followInbox(url: string, token: string): Promise<Followed> {
  return followStream(`${url}/v1/inbox/stream`, { authorization: `Bearer ${token}` });
}

/** Follows any stream. */
export async function followStream(url: string, headers: Record<string, string>): Promise<Followed> {
  const aborting = new AbortController();
  const response = await fetch(url, { headers, signal: aborting.signal });
  if (response.status !== 200 || !response.body) {
    throw new Error(`the stream answered ${response.status}: ${await response.text()}`);
  }
  const events: { event: string; data: any }[] = [];
  let passed = 0;
  let onEvent = () => {};
  void read(response.body, (event) => {
    events.push(event);
    onEvent();
  });
  const taken = (name: string) => {
    const at = events.findIndex(({ event }, index) => index >= passed && event === name);
    if (at < 0) return undefined;
    passed = at + 1;
    return events[at];
  };
  return {
    events,
    next: (name) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`no ${name} after ${JSON.stringify(events)}`)),
          PATIENCE_MS,
        );
        onEvent = () => {
          const found = taken(name);
          if (!found) return;
          clearTimeout(timer);
          onEvent = () => {};
          resolve(found.data);
        };
        onEvent();
      }),
    close: () => aborting.abort(),
  };
}

async function read(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: { event: string; data: any }) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) {
        const [, event, data] = /^event: (.+)\ndata: (.+)$/s.exec(frame) ?? [];
        if (event && data) onEvent({ event, data: JSON.parse(data) });
      }
    }
  } catch {
    // The connection was closed.
  }
}
