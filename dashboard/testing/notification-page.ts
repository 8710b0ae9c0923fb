import type { Page } from "playwright-core";
import { createSignInLink } from "../../server/src/dashboard/sign-in.ts";
import type { TestBrowser } from "../../server/testing/browser/use-browser.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import type { TestService } from "../../server/testing/test-service.ts";

/** A page of the dashboard, signed in as the operator. */
export async function openScreen(
  browser: TestBrowser,
  service: TestService,
  { environment, path }: { environment: TestEnvironment; path: string },
): Promise<Page> {
  const link = await createSignInLink(service.database, "Operator");
  const page = await browser.visit(`${service.url}/dashboard/sign-in#link=${link}`);
  await page.getByRole("navigation").first().waitFor();
  const { body } = await environment.get("/v1/environments/me");
  await page.goto(`${service.url}/dashboard/in/${body.identifier}/${path}`);
  return page;
}

/** The path of the only notification of a trigger; waits until it exists. */
export async function pathOf(environment: TestEnvironment, transactionId: string): Promise<string> {
  const list = `/v1/notifications?transactionId=${transactionId}`;
  const { data } = await environment.until(list, (found) => found.data?.length === 1);
  return `notifications/${data[0]._id}`;
}
