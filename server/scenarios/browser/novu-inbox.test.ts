import { describe, expect, test } from "vitest";
import { type InboxWorld, inboxWorld } from "../../testing/browser/inbox-world.ts";
import { novuInbox } from "../../testing/browser/novu-inbox.ts";
import { usePageServer } from "../../testing/browser/page-server.ts";
import { shows, useBrowser } from "../../testing/browser/use-browser.ts";
import { hashOf } from "../../testing/test-inbox.ts";
import { useTestService } from "../../testing/test-service.ts";

/** What only Novu's components have. */

const service = await useTestService();
const pages = await usePageServer();
const browser = useBrowser();

async function visit({ applicationIdentifier }: InboxWorld, more: object = {}) {
  const ours = { backendUrl: service.url, socketUrl: service.url };
  const properties = { applicationIdentifier, subscriberId: "ada", ...ours, ...more };
  return novuInbox(await browser.visit(pages.novu("novu-inbox", properties)));
}

describe("Novu's <Inbox />", () => {
  test("with a context lists only notifications that were triggered with it", async () => {
    const world = await inboxWorld(service);
    const context = { tenant: "acme" };
    await world.notify(["Plain"]);
    const more = { payload: { subject: "Of Acme" }, context };
    await world.environment.finished(await world.environment.trigger("news", "ada", more));
    const ofAcme = await visit(world, { context });
    await ofAcme.open();
    await shows(ofAcme.subjects, ["Of Acme"]);
    const ofOther = await visit(world, { context: { tenant: "other" } });
    await ofOther.open();
    const plain = await visit(world);
    await plain.open();
    await shows(plain.subjects, ["Plain"]);
    expect(await ofOther.subjects()).toEqual([]);
  });

  test("a new subscriber gets the profile and time zone of the page only with a hash", async () => {
    const world = await inboxWorld(service);
    const subscriber = { subscriberId: "bob", firstName: "Bob", email: "bob@example.com" };
    const stored = async () => {
      const { status, body } = await world.environment.get("/v2/subscribers/bob");
      return [status, body.firstName, body.email, body.timezone];
    };
    await visit(world, { subscriber, subscriberId: undefined });
    await shows(stored, [200, undefined, undefined, undefined]);
    const subscriberHash = hashOf(world.environment, "bob");
    const inbox = await visit(world, { subscriber, subscriberId: undefined, subscriberHash });
    await shows(stored, [200, "Bob", "bob@example.com", "UTC"]);
    await inbox.open();
    await world.notify(["Hello"], "news", "bob");
    await inbox.page.reload();
    await inbox.open();
    await shows(inbox.subjects, ["Hello"]);
  });

  test("a button to unsnooze returns the notification at once", async () => {
    const world = await inboxWorld(service);
    await world.notify(["Later"]);
    const inbox = await visit(world);
    await inbox.open();
    await inbox.act("Later", "snooze");
    await shows(() => world.stored("snoozed"), ["Later"]);
    await inbox.show("snoozed");
    await inbox.act("Later", "unsnooze");
    await shows(() => world.stored("snoozed"), []);
    await inbox.show("all");
    await shows(inbox.subjects, ["Later"]);
  });
});

test("Novu's <Subscription />: a press subscribes to the topic, another one ends it", async () => {
  const { environment, applicationIdentifier } = await inboxWorld(service);
  await environment.given.topic("project-1");
  const ours = { apiUrl: service.url, socketUrl: service.url };
  const provider = { applicationIdentifier, subscriberId: "ada", ...ours };
  const subscription = { topicKey: "project-1", preferences: ["news"] };
  const page = await browser.visit(pages.novu("novu-subscription", { provider, subscription }));
  const subscribers = async () => {
    const { body } = await environment.get("/v2/topics/project-1/subscriptions");
    return (body.data ?? []).map((one: any) => one.subscriber.subscriberId);
  };
  const button = page.locator(".nv-subscriptionButton__button");
  await button.click();
  await shows(subscribers, ["ada"]);
  await browser.photograph(page, "novu-subscription");
  await button.click();
  await shows(subscribers, []);
});
