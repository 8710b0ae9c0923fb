export type StreamEvent = { readonly event: string; readonly data: unknown };

/** Events of the element's own. `data` is whether the stream is connected. */
export const CONNECTION = "connection";
/** The service refuses the stream, and the same request would be refused again. `data` is the reason, a sentence. */
export const REFUSAL = "refusal";

/**
 * Reads text/event-stream piece by piece (https://html.spec.whatwg.org/#event-stream-interpretation). `data` is parsed
 * as JSON; an event whose data is not JSON is left out, and so are comments, ids and retry times.
 */
export class EventStreamParser {
  #rest = "";
  #event = "";
  #data: string[] = [];

  /** The events that are complete with this piece of text. */
  push(piece: string): StreamEvent[] {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#line(line) ?? []);
  }

  #line(line: string): StreamEvent | undefined {
    if (line === "") return this.#dispatch();
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "event") this.#event = value;
    if (field === "data") this.#data.push(value);
    return undefined;
  }

  #dispatch(): StreamEvent | undefined {
    const [event, text] = [this.#event || "message", this.#data.join("\n")];
    this.#event = "";
    this.#data = [];
    if (text === "") return undefined;
    try {
      return { event, data: JSON.parse(text) };
    } catch {
      return undefined;
    }
  }
}
