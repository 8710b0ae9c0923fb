import { describe, expect, test } from "vitest";
import { inboxWorld } from "../../testing/browser/inbox-world.ts";
import { INBOXES } from "../../testing/browser/inboxes.ts";
import { usePageServer } from "../../testing/browser/page-server.ts";
import { shows, useBrowser } from "../../testing/browser/use-browser.ts";
import { email, inApp } from "../../testing/steps.ts";
import { hashOf } from "../../testing/test-inbox.ts";
import { useTestService } from "../../testing/test-service.ts";

const service = await useTestService();
const pages = await usePageServer();
const browser = useBrowser();

describe.each(INBOXES)("$name", (kind) => {
  test("preferences: channels of all workflows and of one are toggled and stored", async () => {
    const { environment, applicationIdentifier } = await inboxWorld(service);
    await environment.given.workflow("Weekly", [inApp("Week"), email("Week")]);
    const stored = async () => {
      const { global, workflows } = (await environment.get("/v2/subscribers/ada/preferences")).body;
      const weekly = workflows.find(({ workflow }: any) => workflow.identifier === "Weekly");
      return { all: global.channels.email, weekly: weekly.channels.email, inApp: weekly.channels.in_app };
    };
    const options = { url: service.url, applicationIdentifier, subscriberId: "ada" };
    const inbox = kind.on(await browser.visit(kind.address(pages, options)));
    await inbox.open();
    await inbox.openPreferences();
    await inbox.toggleChannel("Weekly", "In-App");
    await shows(() => inbox.isChannelOn("Weekly", "In-App"), false);
    await shows(stored, { all: true, weekly: true, inApp: false });
    await inbox.toggleChannel(null, "Email");
    await shows(() => inbox.isChannelOn(null, "Email"), false);
    await shows(async () => (await stored()).all, false);
    await browser.photograph(inbox.page, `${kind.slug}-preferences`);
    await inbox.page.reload();
    await inbox.open();
    await inbox.openPreferences();
    expect(await inbox.isChannelOn(null, "Email")).toBe(false);
    expect(await inbox.isChannelOn("Weekly", "In-App")).toBe(false);
  });

  test("the schedule is switched on and off with a hash", async () => {
    const { environment, applicationIdentifier } = await inboxWorld(service);
    const stored = async () =>
      (await environment.get("/v2/subscribers/ada/preferences")).body.global.schedule?.isEnabled ?? false;
    const subscriberHash = hashOf(environment, "ada");
    const options = { url: service.url, applicationIdentifier, subscriberId: "ada", subscriberHash };
    const inbox = kind.on(await browser.visit(kind.address(pages, options)));
    await inbox.open();
    await inbox.openPreferences();
    await inbox.toggleSchedule();
    await shows(stored, true);
    await browser.photograph(inbox.page, `${kind.slug}-schedule`);
    await inbox.toggleSchedule();
    await shows(stored, false);
  });
});
