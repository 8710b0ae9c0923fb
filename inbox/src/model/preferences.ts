import type { InboxApi } from "../api/inbox-api.ts";
import type { Preference } from "../api/inbox-notification.ts";
import { type Failure, sentenceOf } from "./notification-list.ts";

/** The channels that a subscriber wants, for everything and for each workflow. */
export class Preferences {
  /** Undefined until they are read. */
  all: readonly Preference[] | undefined;
  failure: Failure | undefined;

  readonly #api: InboxApi;
  readonly #changed: () => void;

  constructor(api: InboxApi, changed: () => void) {
    this.#api = api;
    this.#changed = changed;
  }

  async load(): Promise<void> {
    await this.#attempt(
      async () => {
        const path = "preferences?criticality=nonCritical";
        this.all = (await this.#api.call<{ data: Preference[] }>("GET", path)).data;
      },
      () => this.load(),
    );
  }

  /**
   * Switches a channel of one workflow, or of everything. Shows the change at once and takes it back when the service
   * refuses it. Afterwards reads everything anew: the global preference changes those of workflows.
   */
  async set(preference: Preference, channel: string, isEnabled: boolean): Promise<void> {
    const before = this.all;
    const channels = { ...preference.channels, [channel]: isEnabled };
    this.all = before?.map((one) => (one === preference ? { ...one, channels } : one));
    await this.#attempt(
      async () => {
        const { workflow } = preference;
        const path = workflow ? `preferences/${encodeURIComponent(workflow.id)}` : "preferences";
        await this.#api.call("PATCH", path, { [channel]: isEnabled });
        await this.load();
      },
      () => this.set(preference, channel, isEnabled),
      () => {
        this.all = before;
      },
    );
  }

  async #attempt(work: () => Promise<void>, retry: () => void, undo?: () => void): Promise<void> {
    this.failure = undefined;
    this.#changed();
    try {
      await work();
    } catch (error) {
      undo?.();
      this.failure = { message: sentenceOf(error), retry };
    }
    this.#changed();
  }
}
