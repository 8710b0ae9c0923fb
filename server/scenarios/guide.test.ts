import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPages } from "../testing/guide/page.ts";
import { compilePrograms, type Programs } from "../testing/guide/programs.ts";
import { runPage } from "../testing/guide/run-page.ts";
import { keepPort } from "../testing/kept-port.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

/** The examples of the guide do what its pages say; testing/guide/run-page.ts explains how pages mark them. */

const PAGES = readPages().filter(({ blocks }) => blocks.length > 0);
/** Pages that need a service of another brand. */
const BRANDS: Readonly<Record<string, string>> = { "novu-clients.md": "novu" };

const services = new Map<string, Promise<TestService>>();
const serviceFor = (page: string): Promise<TestService> => {
  const brand = BRANDS[page] ?? "svc";
  const service = services.get(brand) ?? startTestService({ brand });
  services.set(brand, service);
  return service;
};

const writtenKeys = ({ keys }: TestService["keyring"]): string =>
  [...keys].map(([id, key]) => `${id}:${key.toString("base64")}`).join(",");

let programs: Programs;
beforeAll(async () => {
  programs = await compilePrograms(PAGES);
});
afterAll(async () => {
  for (const service of services.values()) await (await service).close();
  programs.close();
});

test("guide: its TypeScript compiles with `strict`", () => {
  expect(programs.complaints).toBe("");
});

describe("guide: every example answers what its page shows", () => {
  test.each(PAGES)("$name", async (page) => {
    const service = await serviceFor(page.name);
    const environment = await service.newEnvironment("test");
    const env = {
      TIDINGS_URL: service.url,
      TIDINGS_API_KEY: environment.apiKey,
      DATABASE_URL: service.databaseUrl,
      TIDINGS_SECRETS_KEYS: writtenKeys(service.keyring),
      RECEIVER_PORT: `${await keepPort()}`,
      SIMULATOR_PORT: `${await keepPort()}`,
      SMTP_PORT: `${await keepPort()}`,
    };
    await runPage(page, programs, env);
  });
});
