import { delay, email, inApp, lasting, sms } from "./steps.ts";
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

/** A subscriber and three workflows: orders (in-app, e-mail), news (e-mail, SMS) and, critical, alarm (SMS). */
export async function seedPreferences(environment: TestEnvironment) {
  await environment.given.subscriber("ada");
  const orders = await environment.given.workflow("orders", [
    inApp("x"),
    delay(lasting(1, "seconds")),
    email("x"),
  ]);
  const news = await environment.given.workflow("news", [email("x"), sms("x")]);
  const alarm = await environment.given.workflow("alarm", [sms("x")], { preferences: CRITICAL });
  return { environment, orders, news, alarm };
}
