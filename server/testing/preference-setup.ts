import type { TestEnvironment } from "./test-environment.ts";

/** The setup of tests about preferences. */

const CRITICAL = { user: { all: { enabled: true, readOnly: true } } };
export const SCHEDULE = {
  isEnabled: true,
  weeklySchedule: {
    monday: { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:30 PM" }] },
    sunday: { isEnabled: false },
  },
};

type Kind = "in_app" | "email" | "sms" | "delay";
const BODIES: Record<Kind, object> = {
  in_app: { body: "x" },
  email: { subject: "x", body: "x" },
  sms: { body: "x" },
  delay: { amount: 1, unit: "seconds" },
};

/** Adds a workflow with steps of these types; returns the API's answer. */
export async function addWorkflow(
  environment: TestEnvironment,
  workflowId: string,
  types: Kind[],
  more: object = {},
) {
  const steps = types.map((type) => ({ name: type, type, controlValues: BODIES[type] }));
  const input = { name: `About ${workflowId}`, workflowId, steps, active: true, ...more };
  const { status, body } = await environment.post("/v2/workflows", input);
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A subscriber and three workflows: orders (in-app, e-mail), news (e-mail, SMS) and, critical, alarm (SMS). */
export async function seedPreferences(environment: TestEnvironment) {
  await environment.post("/v2/subscribers", { subscriberId: "ada" });
  const orders = await addWorkflow(environment, "orders", ["in_app", "delay", "email"]);
  const news = await addWorkflow(environment, "news", ["email", "sms"]);
  const alarm = await addWorkflow(environment, "alarm", ["sms"], { preferences: CRITICAL });
  return { environment, orders, news, alarm };
}
