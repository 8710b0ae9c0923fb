import sql from "sql-template-tag";
import { inApp } from "../steps.ts";
import { move, settled } from "../test-clock.ts";
import type { TestEnvironment } from "../test-environment.ts";
import type { TestService } from "../test-service.ts";

/** The state of a notification in the database. */
export type StoredState = "read" | "seen" | "archived" | "snoozed";

/** An environment with subscriber `ada` and workflows that notify in the app. */
export type InboxWorld = {
  readonly environment: TestEnvironment;
  /** The environment's public identifier, which browsers send. */
  readonly applicationIdentifier: string;
  /** Sends notifications one after the other, so that the last is the newest. */
  notify(subjects: readonly string[], workflow?: NotifyingWorkflow, to?: string): Promise<void>;
  /** Subjects of ada's notifications that have this state in the database, in alphabetical order. */
  stored(state: StoredState): Promise<string[]>;
  /** The buttons of ada's notification as stored: which was pressed last. */
  storedAction(subject: string): Promise<{ status: string; pressed: string | null }>;
};

const WORKFLOWS = {
  news: {},
  promotions: { tags: ["promo"] },
  alarms: { severity: "high" },
  questions: {},
} as const;
export type NotifyingWorkflow = keyof typeof WORKFLOWS;

const BUTTONS = {
  primaryAction: { label: "Accept" },
  secondaryAction: { label: "Decline", redirect: { url: "/declined", target: "_self" } },
};

/** A new environment; `now` freezes its clock at this moment. */
export async function inboxWorld(service: TestService, now?: Date): Promise<InboxWorld> {
  const environment = await service.newEnvironment("test");
  if (now) await move(environment, { now: now.toISOString() });
  for (const [workflowId, more] of Object.entries(WORKFLOWS)) {
    const controls = { subject: "{{ payload.subject }}", ...(workflowId === "questions" ? BUTTONS : {}) };
    await environment.given.workflow(workflowId, [inApp("About {{ payload.subject }}.", controls)], more);
  }
  await environment.given.subscriber("ada", { firstName: "Ada" });
  const own = (await environment.get("/v1/environments/me")).body;
  const rows = () => storedRows(service, environment.id);
  return {
    environment,
    applicationIdentifier: own.identifier,
    notify: async (subjects, workflow = "news", to = "ada") => {
      for (const subject of subjects) {
        const transactionId = await environment.trigger(workflow, to, { payload: { subject } });
        if (now) await settled(environment);
        await environment.finished(transactionId);
      }
    },
    stored: async (state) =>
      (await rows())
        .filter((row) => row[state])
        .map(({ subject }) => subject)
        .sort(),
    storedAction: async (subject) => {
      const action = (await rows()).find((row) => row.subject === subject)?.cta.action;
      return { status: action?.status, pressed: action?.result?.type ?? null };
    },
  };
}

type StoredRow = Record<StoredState, boolean> & { subject: string; cta: any };

function storedRows(service: TestService, environmentId: string): Promise<StoredRow[]> {
  return service.database.query<StoredRow>(sql`
    select m.subject, m.cta, m.read_at is not null as read, m.first_seen_at is not null as seen,
      m.archived_at is not null as archived, m.snoozed_until is not null as snoozed
    from messages m join subscribers s on s.environment_id = m.environment_id and s.id = m.subscriber_id
    where m.environment_id = ${environmentId} and s.subscriber_id = 'ada' and m.channel = 'in_app'`);
}
