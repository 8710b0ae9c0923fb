import type { Page } from "playwright-core";
import type { HttpReceiver } from "../../server/testing/receivers.ts";
import { delay, email, inApp, lasting, sms } from "../../server/testing/steps.ts";
import { settled } from "../../server/testing/test-clock.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import type { TestService } from "../../server/testing/test-service.ts";
import { frozenAt } from "../../server/testing/virtual-time.ts";

/** An environment with something to show on every screen. */
export type ScreensWorld = {
  readonly environment: TestEnvironment;
  /** Paths of all screens of the environment, after `/in/<environment>/`. */
  readonly paths: readonly string[];
};

export const SETTINGS = ["environments", "keys", "sessions", "appearance", "about"] as const;

/** A mail that would load a picture from another host. */
export const TRACKING = '<p>Hello</p><img src="http://tracker.example.com/pixel.gif" alt="">';

const person = (subscriberId: string, firstName: string) => ({
  ...{ subscriberId, firstName, email: `${subscriberId}@example.com`, phone: "+491701234567" },
});

/** The clock stands still; the gateway refuses each SMS, so that these are dead letters, and a message in the app stands in for each. */
export async function screensWorld(service: TestService, gateway: HttpReceiver): Promise<ScreensWorld> {
  const environment = await frozenAt(service);
  const { given } = environment;
  await given.integration("email-webhook", `${gateway.url}/mail`, { name: "Mailer" });
  const { _id: integration } = await given.integration("generic-sms", `${gateway.url}/sms`, {
    name: "Gateway",
  });
  const insteadOfSms = { ...inApp("Hello"), onlyIf: { step: "text", is: "not_delivered" } };
  await given.workflow("news", [email(TRACKING), sms("Hi"), insteadOfSms], { name: "News" });
  await given.workflow("later", [delay(lasting(1, "hours")), inApp("Hello")], { name: "Later" });
  await given.topic("crew", ["ada", "ben"]);
  const transactionId = await environment.trigger("news", [person("ada", "Ada"), person("ben", "Ben")]);
  await environment.trigger("later", person("ada", "Ada"));
  await settled(environment);
  const newest = async (path: string) => (await environment.get(path)).body.data[0]._id;
  const notification = await newest(`/v1/notifications?transactionId=${transactionId}`);
  const message = await newest("/v1/messages?channel=email");
  return {
    environment,
    paths: [
      ...["", "notifications", `notifications/${notification}`, `triggers/${transactionId}`],
      ...["messages", `messages/${message}`, "dead-letters"],
      ...[
        "workflows",
        "workflows/news",
        "workflows/news/versions",
        "workflows/news/trigger?to=ada",
        "trigger",
      ],
      ...["subscribers", "subscribers/ada", "subscribers/ada/profile", "subscribers/ada/preferences"],
      ...["subscribers/ada/messages", "subscribers/ada/topics", "subscribers/ada/would-get"],
      ...["topics", "topics/crew", "integrations", `integrations/${integration}`],
      ...["integrations/~connect", "integrations/~connect?channel=email&provider=sendgrid"],
    ],
  };
}

/** Opens each screen by its address, the settings last, and does something on it. */
export async function onEveryScreen(
  page: Page,
  { environment, paths }: ScreensWorld,
  act: (path: string) => Promise<void>,
): Promise<void> {
  const { body } = await environment.get("/v1/environments/me");
  const { origin } = new URL(page.url());
  for (const path of paths) {
    await page.goto(`${origin}/dashboard/in/${body.identifier}/${path}`);
    await shown(page);
    // It is above the screen. A button that it moves while the mouse is down opens no menu.
    await page.getByRole("region", { name: "Test clock" }).waitFor();
    await act(path);
  }
  for (const path of SETTINGS.map((one) => `settings/${one}`)) {
    await page.goto(`${origin}/dashboard/${path}`);
    await shown(page);
    await act(path);
  }
}

/** Waits until the screen has its heading, and nothing of it is being read. */
async function shown(page: Page): Promise<void> {
  await page.locator("main h1").first().waitFor();
  await page.waitForFunction(
    () => (globalThis as any).document.querySelector("main [class*=_loading_]") === null,
  );
}
