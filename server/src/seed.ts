import type { Database, Queryable } from "./database/database.ts";
import { createEnvironment } from "./environments/create-environment.ts";
import { listEnvironments } from "./environments/environment-store.ts";
import type { Clock } from "./foundation/clock.ts";
import { newId } from "./foundation/id.ts";
import { stepKeyOf, type WorkflowId, workflowKeyOf } from "./foundation/ids.ts";
import type { Keyring } from "./foundation/secrets.ts";
import type { Integration } from "./integrations/integration.ts";
import { createIntegrationStore } from "./integrations/integration-store.ts";
import type { InspectTexts } from "./templates/inspect-texts.ts";
import { inspectTemplate } from "./templates/templates.ts";
import { readTemplates } from "./workflows/read-templates.ts";
import type { Step, Workflow } from "./workflows/workflow.ts";
import { insertWorkflow } from "./workflows/workflow-store.ts";

export type FirstStart = {
  database: Database;
  keyring: Keyring;
  clock: Clock;
  /** The key from the settings; "" creates a random one. */
  apiKey: string;
  /** Shows the new key before the transaction commits: when this fails, nothing is stored. */
  show?: ((apiKey: string) => Promise<void>) | undefined;
};

/** The name of the workflow that the first `curl` triggers. */
export const SAMPLE_WORKFLOW = workflowKeyOf("welcome");

/**
 * Creates the Development environment in an empty store, with an in-app and a local e-mail integration and a sample
 * workflow. When several processes start at once, only one creates it.
 * @returns the new API key; undefined when an environment exists.
 */
export async function seedFirstEnvironment({
  database,
  keyring,
  clock,
  apiKey,
  show,
}: FirstStart): Promise<string | undefined> {
  if ((await listEnvironments(database)).length > 0) return undefined;
  return database.transaction(async (tx) => {
    const now = clock.now();
    const input = { name: "Development", organizationId: newId(now.getTime()), now };
    const created = await createEnvironment(tx, { ...input, ...(apiKey ? { apiKey } : {}) });
    if (!created) return undefined;
    await seedEnvironment(tx, { keyring, environmentId: created.environment.id, now, isHashNeeded: false });
    await show?.(created.apiKey);
    return created.apiKey;
  });
}

/** A new environment, and whether its inbox demands hashes: not in Development, so that a first try needs no server. */
export type NewSeed = { keyring: Keyring; environmentId: string; now: Date; isHashNeeded: boolean };

/** Creates the integrations and the sample workflow for a first notification. */
export async function seedEnvironment(
  tx: Queryable,
  { keyring, environmentId, now, isHashNeeded }: NewSeed,
): Promise<void> {
  const integrations = createIntegrationStore(keyring);
  const inbox = builtInIntegration(now, { channel: "in_app", providerId: "svc", name: "Inbox" });
  const credentials = isHashNeeded ? { hmac: true } : {};
  await integrations.insert(tx, environmentId, { ...inbox, credentials });
  const outbox = { channel: "email", providerId: "svc-email", name: "Local outbox" } as const;
  await integrations.insert(tx, environmentId, {
    ...builtInIntegration(now, outbox),
    isPrimary: true,
    priority: 1,
  });
  const sample = sampleWorkflow(now);
  const readings = await readTemplates(inspectOwn, environmentId, sample.definition.steps);
  await insertWorkflow(tx, environmentId, { ...sample, readings });
}

/** The sample's texts are trusted, so they need neither a thread nor a limit. */
const inspectOwn: InspectTexts = async (_environmentId, texts) => texts.map(inspectTemplate);

function builtInIntegration(
  now: Date,
  kind: Pick<Integration, "channel" | "providerId" | "name">,
): Integration {
  return {
    ...kind,
    id: newId(now.getTime()),
    identifier: kind.name.toLowerCase().replace(" ", "-"),
    credentials:
      kind.channel === "email" ? { from: "tidings@localhost.localdomain", senderName: "Tidings" } : {},
    configurations: null,
    conditions: null,
    delivery: null,
    rates: null,
    pausedUntil: null,
    pausedFor: null,
    switchedOffAt: null,
    breakerOpenUntil: null,
    breakerTrips: 0,
    changedAt: now,
    isActive: true,
    isPrimary: false,
    priority: 0,
    deletedAt: null,
    deletedBy: null,
  };
}

function sampleWorkflow(now: Date): Workflow {
  const step = (fields: Omit<Step, "id">): Step => ({ id: newId(now.getTime()), ...fields });
  const steps = [
    step({
      stepKey: stepKeyOf("inbox"),
      name: "Inbox",
      type: "in_app",
      controlValues: {
        subject: "Welcome, {{ subscriber.firstName | default: 'friend' }}",
        body: "You have received your first notification. It says: {{ payload.text }}",
      },
    }),
    step({
      stepKey: stepKeyOf("mail"),
      name: "Mail",
      type: "email",
      controlValues: {
        subject: "Welcome, {{ subscriber.firstName | default: 'friend' }}",
        body: "<h1>Welcome!</h1><p>{{ payload.text }}</p>",
      },
    }),
  ];
  const definition: Workflow["definition"] = {
    name: "Welcome",
    description: "The sample: an in-app message and an e-mail, kept in the local outbox.",
    tags: ["sample"],
    severity: "none",
    origin: "svc-cloud",
    validatePayload: false,
    steps,
  };
  const record = { id: newId<WorkflowId>(now.getTime()), workflowKey: SAMPLE_WORKFLOW };
  return { ...record, version: 1, isActive: true, createdAt: now, updatedAt: now, definition };
}
