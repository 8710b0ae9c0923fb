import type { Page } from "playwright-core";
import { createSignInLink } from "../../server/src/dashboard/sign-in.ts";
import type { TestBrowser } from "../../server/testing/browser/use-browser.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import type { TestService } from "../../server/testing/test-service.ts";

type Wanted = { environment: TestEnvironment; /** After `/in/<environment>/`. */ path: string };

/** A screen of the dashboard, signed in as the operator. */
export async function openAsOperator(
  browser: TestBrowser,
  service: TestService,
  { environment, path }: Wanted,
): Promise<Page> {
  const link = await createSignInLink(service.database, "Operator");
  const page = await browser.visit(`${service.url}/dashboard/sign-in#link=${link}`);
  await page.getByRole("navigation").first().waitFor();
  const { body } = await environment.get("/v1/environments/me");
  await page.goto(`${service.url}/dashboard/in/${body.identifier}/${path}`);
  return page;
}
