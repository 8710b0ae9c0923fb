import type { Database } from "../src/database/database.ts";
import { integrate } from "./integrate.ts";
import { openScriptedProvider, type ScriptedProvider } from "./scripted-provider.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { startTestService } from "./test-service.ts";
import { frozenAt } from "./virtual-time.ts";

/** The setup of tests about attempts: a service, a scripted provider, and environments with a frozen clock. */
export type SendingSetup = {
  readonly provider: ScriptedProvider;
  readonly database: Database;
  /** A new environment whose clock is frozen at `START`. */
  frozen(): Promise<TestEnvironment>;
  /** Create integrations with the provider, for SMS and for e-mail. */
  gateway(environment: TestEnvironment, path: string, more?: object): Promise<any>;
  mailer(environment: TestEnvironment, path: string): Promise<any>;
  close(): Promise<void>;
};

export const START = "2026-01-01T00:00:00.000Z";

export async function openSendingSetup(): Promise<SendingSetup> {
  const provider = await openScriptedProvider();
  const service = await startTestService();
  return {
    provider,
    database: service.database,
    frozen: () => frozenAt(service, START),
    gateway: (environment, path, more = {}) =>
      integrate(environment, "generic-sms", { baseUrl: provider.url + path }, { name: path, ...more }),
    mailer: (environment, path) =>
      integrate(environment, "email-webhook", { webhookUrl: provider.url + path }, { name: path }),
    close: async () => {
      await service.close();
      await provider.close();
    },
  };
}

export const text = (more: object = {}) => ({
  name: "Text",
  stepId: "text",
  type: "sms",
  controlValues: { body: "Code {{ payload.code }}" },
  ...more,
});
export const mail = (more: object = {}) => ({
  name: "Mail",
  stepId: "mail",
  type: "email",
  controlValues: { subject: "Hi", body: "Hello" },
  ...more,
});
export const ada = { subscriberId: "ada", phone: "+31600000001", email: "ada@example.com" };

/** The execution-detail codes of a notification's first job. */
export const codesOf = (notification: any): string[] =>
  notification.jobs[0].executionDetails.map(({ code }: any) => code);
