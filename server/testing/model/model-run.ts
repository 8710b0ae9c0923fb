import sql from "sql-template-tag";
import type { TestEnvironment } from "../test-environment.ts";
import type { TestService } from "../test-service.ts";
import type { HandDrivenEngine } from "./hand-driven-engine.ts";
import { MODEL_WORKFLOWS, WORKFLOW_NAMES, wireStep } from "./model-workflows.ts";
import { ReferenceModel, type WaitingMail } from "./reference-model.ts";

/** An action on the service in a run of the model. */
export type Action =
  | { kind: "trigger"; workflow: number; to: number[]; key: number }
  | { kind: "repeat"; which: number }
  /** Counted from the newest trigger, since old ones have ended. */
  | { kind: "cancel"; which: number }
  /** Cancels the event that opened the fullest digest. */
  | { kind: "cancelOpener" }
  | { kind: "prefer"; subscriber: number }
  /** The quota of the day of the integration that sends mails; undefined: no limit. It decides when a mail is sent, never whether. */
  | { kind: "rate"; perDay: number | undefined }
  | { kind: "work"; lanes: number; crashAt: number | undefined }
  | { kind: "tick"; minutes: number; lanes: number; crashAt: number | undefined };

export const SUBSCRIBERS = ["ada", "bob", "cleo"] as const;
const KEYS = ["x", "y"] as const;
/** No call is made: `hand-driven-engine.ts` answers. */
const REFUSING = "http://127.0.0.1:80/refusing";
const START_MS = Date.parse("2026-01-01T00:00:00Z");
const atMinute = (minutes: number) => new Date(START_MS + minutes * 60_000);

type Sent = { transactionId: string; body: object };

/** Runs the same actions on the model and on the engine. */
export class ModelRunner {
  readonly model = new ReferenceModel(MODEL_WORKFLOWS);
  readonly #sent: Sent[] = [];
  readonly #service: TestService;
  readonly #engine: HandDrivenEngine;
  readonly #environment: TestEnvironment;
  /** Accepted, but not yet claimed by the engine. */
  #accepted: Parameters<ReferenceModel["begin"]>[0][] = [];
  #outboxId = "";

  constructor(service: TestService, engine: HandDrivenEngine, environment: TestEnvironment) {
    this.#service = service;
    this.#engine = engine;
    this.#environment = environment;
  }

  get environment(): TestEnvironment {
    return this.#environment;
  }

  async prepare(): Promise<void> {
    await this.#engine.setTime(this.#environment.id, atMinute(0));
    for (const name of WORKFLOW_NAMES) {
      await this.#environment.given.workflow(name, MODEL_WORKFLOWS[name].map(wireStep));
    }
    await this.#addFallback();
    for (const subscriberId of SUBSCRIBERS) {
      await this.#environment.given.subscriber(subscriberId, { email: `${subscriberId}@example.com` });
    }
  }

  /** The outbox sends first; its fallback refuses the account, which must change nothing. */
  async #addFallback(): Promise<void> {
    const { body } = await this.#environment.get("/v1/integrations");
    const outbox = body.find((one: any) => one.channel === "email");
    await this.#environment.given.integration("email-webhook", {
      webhookUrl: REFUSING,
      from: "us@example.com",
    });
    await this.#environment.post(`/v1/integrations/${outbox._id}/set-primary`);
    this.#outboxId = outbox._id;
  }

  /** Under a held test clock, a quota of the day is the only rate that counts. Mails that wait for it are due when it changes. */
  async setRate(perDay: number | undefined): Promise<void> {
    const rates = perDay === undefined ? {} : { perDay };
    const { status } = await this.#environment.put(`/v1/integrations/${this.#outboxId}`, { rates });
    if (status !== 200) throw new Error(`a rate was answered with ${status}`);
  }

  async act(action: Action): Promise<void> {
    switch (action.kind) {
      case "trigger":
        return this.#trigger(action);
      case "repeat": {
        const again = this.#sent[action.which % Math.max(1, this.#sent.length)];
        if (again) await this.#post(again.body);
        return;
      }
      case "cancel":
        return this.#cancel(this.#sent.at(-1 - action.which)?.transactionId);
      case "cancelOpener":
        return this.#cancel(this.#fullestWindow()?.main.transactionId);
      case "prefer":
        return this.#prefer(SUBSCRIBERS[action.subscriber % SUBSCRIBERS.length] as string);
      case "rate":
        return this.setRate(action.perDay);
      case "work":
        return this.#work(action);
      case "tick":
        return this.tick(action.minutes, action);
    }
  }

  /** Advances from one due time to the next. */
  async tick(minutes: number, how: { lanes: number; crashAt: number | undefined }): Promise<void> {
    await this.#work(how);
    const target = this.model.now + minutes;
    while (this.model.now < target) {
      const next = Math.min(this.model.nextDue() ?? target, target);
      await this.#engine.setTime(this.#environment.id, atMinute(next));
      this.model.goTo(next);
      await this.#work(how);
    }
  }

  async #trigger({ workflow, to, key }: Extract<Action, { kind: "trigger" }>): Promise<void> {
    const name = WORKFLOW_NAMES[workflow % WORKFLOW_NAMES.length] as string;
    const recipients = [...new Set(to.map((index) => SUBSCRIBERS[index % SUBSCRIBERS.length] as string))];
    const transactionId = `t${this.#sent.length}`;
    const given = KEYS[key % KEYS.length] as string;
    const body = { name, to: recipients, transactionId, payload: { key: given } };
    this.#sent.push({ transactionId, body });
    await this.#post(body);
    for (const subscriber of recipients) {
      this.#accepted.push({ transactionId, workflow: name, subscriber, key: given });
    }
  }

  async #post(body: object): Promise<void> {
    const { status } = await this.#environment.post("/v1/events/trigger", body);
    if (status !== 201) throw new Error(`a trigger was answered with ${status}`);
  }

  #fullestWindow() {
    return this.model.open().toSorted((one, other) => other.events.length - one.events.length)[0];
  }

  async #cancel(transactionId: string | undefined): Promise<void> {
    if (transactionId === undefined) return;
    const waiting = await this.#waitingMails(transactionId);
    await this.#environment.delete(`/v1/events/trigger/${transactionId}`);
    this.#accepted = this.#accepted.filter((start) => start.transactionId !== transactionId);
    this.model.cancel(transactionId, waiting);
    await this.#learnMains();
  }

  /** Flaky mails wait for their next attempt; other mails wait while the breaker of their provider is open. */
  async #waitingMails(transactionId: string): Promise<WaitingMail[]> {
    return this.#service.database.query<WaitingMail>(sql`
      select s.subscriber_id as subscriber, j.position
      from notifications n
      join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
      join jobs j on j.environment_id = n.environment_id and j.notification_id = n.id
      join subscribers s on s.environment_id = n.environment_id and s.id = n.subscriber_id
      where n.environment_id = ${this.#environment.id} and t.transaction_id = ${transactionId}
        and j.type = 'email' and j.status = 'running'`);
  }

  async #prefer(subscriberId: string): Promise<void> {
    const { unwanted } = this.model;
    const enabled = unwanted.has(subscriberId);
    if (enabled) unwanted.delete(subscriberId);
    else unwanted.add(subscriberId);
    const channels = { in_app: enabled, email: enabled };
    await this.#environment.patch(`/v2/subscribers/${subscriberId}/preferences`, { channels });
  }

  async #work(how: { lanes: number; crashAt: number | undefined }): Promise<void> {
    await this.#engine.work(this.#environment.id, how);
    for (const start of this.#accepted) this.model.begin(start);
    this.#accepted = [];
    await this.#learnMains();
  }

  /** Reads which event opened each window: among simultaneous events, the engine may choose. */
  async #learnMains(): Promise<void> {
    const rows = await this.#service.database.query<
      Record<"transactionId" | "subscriber" | "workflow", string> & { position: number; key: string }
    >(sql`
      select t.transaction_id as "transactionId", s.subscriber_id as subscriber, w.identifier as workflow,
        j.position, d.digest_key as key
      from digest_windows d
      join jobs j on j.environment_id = d.environment_id and j.notification_id = d.notification_id and j.id = d.job_id
      join notifications n on n.environment_id = d.environment_id and n.id = d.notification_id
      join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
      join subscribers s on s.environment_id = d.environment_id and s.id = d.subscriber_id
      join workflows w on w.environment_id = d.environment_id and w.id = d.workflow_id
      where d.environment_id = ${this.#environment.id} and d.closed_at is null`);
    const open = this.model.open();
    if (rows.length !== open.length) {
      throw new Error(`${rows.length} digest windows are open, there should be ${open.length}`);
    }
    for (const { transactionId, ...place } of rows) {
      const window = open.find(
        (one) =>
          one.workflow === place.workflow &&
          one.position === place.position &&
          one.subscriber === place.subscriber &&
          (one.key === place.key || one.key === ""),
      );
      const main = window?.events.find(({ run }) => run.transactionId === transactionId)?.run;
      if (!window || !main)
        throw new Error(`a window of ${JSON.stringify({ transactionId, ...place })} is not in the model`);
      if (main !== window.main) this.model.chooseMain(window, main);
    }
  }
}
