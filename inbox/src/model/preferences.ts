import type { InboxApi } from "../api/inbox-api.ts";
import type { Preference } from "../api/inbox-notification.ts";
import { attempt, type Failure } from "./attempt.ts";

const WORKDAY = { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] };
const OFFICE_HOURS = Object.fromEntries(
  "monday tuesday wednesday thursday friday".split(" ").map((day) => [day, WORKDAY]),
);

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
    await attempt(this, this.#changed, {
      work: async () => {
        const path = "preferences?criticality=nonCritical";
        this.all = (await this.#api.call<{ data: Preference[] }>("GET", path)).data;
      },
      retry: () => this.load(),
    });
  }

  /** Switches a channel of one workflow, or of everything. */
  setChannel(preference: Preference, channel: string, isEnabled: boolean): Promise<void> {
    const channels = { ...preference.channels, [channel]: isEnabled };
    return this.#change(preference, { channels }, { [channel]: isEnabled });
  }

  /** Switches the schedule. A subscriber who has none gets office hours. */
  setSchedule(preference: Preference, isEnabled: boolean): Promise<void> {
    const { weeklySchedule = OFFICE_HOURS } = preference.schedule ?? {};
    const schedule = { isEnabled, weeklySchedule };
    return this.#change(preference, { schedule }, { schedule });
  }

  /**
   * Shows the change at once and takes it back when the service refuses it. Afterwards reads everything anew: the global
   * preference changes those of workflows.
   */
  async #change(preference: Preference, shown: Partial<Preference>, body: object): Promise<void> {
    const before = this.all;
    this.all = before?.map((one) => (one === preference ? { ...one, ...shown } : one));
    await attempt(this, this.#changed, {
      work: async () => {
        const { workflow } = preference;
        const path = workflow ? `preferences/${encodeURIComponent(workflow.id)}` : "preferences";
        await this.#api.call("PATCH", path, body);
        await this.load();
      },
      retry: () => this.#change(preference, shown, body),
      undo: () => {
        this.all = before;
      },
    });
  }
}
