import type { Page } from "playwright-core";
import type { TestBrowser } from "../../server/testing/browser/use-browser.ts";
import { signInOperator } from "../../server/testing/test-dashboard.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import type { TestService } from "../../server/testing/test-service.ts";

export type ScreenInput = {
  environment: TestEnvironment;
  /** After `/in/<environment>/`. */
  path: string;
  /** What the browser takes for the present; timers go on. */
  now?: string;
  /** The zone of the browser; default: UTC. */
  timezone?: string;
};

/** A page of the dashboard, signed in as the operator: with the cookie of a session, so that one page is loaded, not two. */
export async function openScreen(
  browser: TestBrowser,
  service: TestService,
  { environment, path, now, timezone }: ScreenInput,
): Promise<Page> {
  const { cookie } = await signInOperator(service);
  const [name = "", value = ""] = cookie.split("=");
  const session = { name, value, domain: new URL(service.url).hostname, path: "/dashboard", expires: -1 };
  const address = await addressOf(environment, `${service.url}/dashboard`, path);
  const page = await browser.visit(address, {
    viewport: { width: 1280, height: 900 },
    storageState: {
      cookies: [{ ...session, httpOnly: true, secure: false, sameSite: "Strict" }],
      origins: [],
    },
    ...(timezone ? { timezoneId: timezone } : {}),
  });
  if (!now) return page;
  await page.clock.setFixedTime(now);
  await page.reload();
  return page;
}

/** Loads another screen of the environment. */
export async function goTo(page: Page, environment: TestEnvironment, path: string): Promise<void> {
  await page.goto(await addressOf(environment, `${new URL(page.url()).origin}/dashboard`, path));
}

async function addressOf(environment: TestEnvironment, dashboard: string, path: string): Promise<string> {
  const { body } = await environment.get("/v1/environments/me");
  return `${dashboard}/in/${body.identifier}/${path}`;
}

/** The path of the only notification of a trigger; waits until it exists. */
export async function pathOf(environment: TestEnvironment, transactionId: string): Promise<string> {
  const list = `/v1/notifications?transactionId=${transactionId}`;
  const { data } = await environment.until(list, (found) => found.data?.length === 1);
  return `notifications/${data[0]._id}`;
}

export const whyBox = (page: Page) => page.locator("section[aria-labelledby=why]");

/** The sentences of the steps, in their order. */
export const sentencesOf = (page: Page): Promise<string[]> =>
  page.locator("ol[aria-label=Steps] article > p:first-of-type").allTextContents();

/** The words of the steps' marks, in their order. */
export const marksOf = (page: Page): Promise<(string | null)[]> =>
  page
    .locator("ol[aria-label=Steps] > li")
    .evaluateAll((items) =>
      items.map((item) => item.querySelector("[data-tone] .visually-hidden")?.textContent ?? null),
    );
