import { describe, expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { email, inApp, sms } from "../../server/testing/steps.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { frozenAt } from "../../server/testing/virtual-time.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();
const provider = await useHttpReceiver((_call, response) => response.writeHead(200).end('{"id":"r1"}'));

const HOSTILE = "<p>Hello</p><script>parent.document.title = 'hacked'</script><img src=x onerror=alert(1)>";

describe("topics", () => {
  test("members are pasted, each with its outcome, found and removed", async () => {
    const environment = await frozenAt(service, new Date().toISOString());
    const { given } = environment;
    for (const id of ["ada", "bob"]) await given.subscriber(id, { firstName: id });
    await given.topic("shop", ["eve"]);
    await given.workflow("news", [inApp("News")], { name: "News" });
    await given.trigger("news", {}, { to: { type: "Topic", topicKey: "shop" } });
    const page = await openScreen(browser, service, { environment, path: "topics" });
    await page.getByRole("link", { name: "shop" }).waitFor();
    await expectGoodLooks(browser, page, "topics");
    await page.getByRole("link", { name: "shop" }).click();
    await page
      .getByRole("table", { name: "Last notifications" })
      .or(page.getByRole("link", { name: "News" }))
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Add…" }).click();
    await page.getByLabel("Ids of subscribers").fill("ada, unknown\nbob ada");
    await page.getByText("3 ids").waitFor();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("2 are members, 1 not").waitFor();
    expect(await page.getByLabel("Ids of subscribers").inputValue()).toBe("unknown");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "bob" }).waitFor();
    await page.getByText("3 members").waitFor();
    await expectGoodLooks(browser, page, "topic");
    await page.getByRole("button", { name: "Remove bob" }).click();
    await shows(() => page.getByRole("link", { name: "bob" }).count(), 0);
    await page.getByRole("searchbox").fill("bob");
    await page.keyboard.press("Enter");
    await page.getByText("No subscriber with the id bob is a member of this topic.").waitFor();
    const { body } = await environment.get("/v2/topics/shop/subscriptions");
    expect(body.data.map((one: any) => one.subscriber.subscriberId).sort()).toEqual(["ada", "eve"]);
    expect(browser.errorsOf(page)).toEqual([]);
  });
});

describe("messages", () => {
  test("the list is filtered by the address; the page shows the mail, whose script does not run", async () => {
    const environment = await frozenAt(service, new Date().toISOString());
    const { given } = environment;
    await given.subscriber("ada", { firstName: "Ada", email: "ada@example.com", phone: "+491701234567" });
    await given.integration("email-webhook", provider.url, { name: "Mailer" });
    await given.integration("generic-sms", provider.url, { name: "Gateway" });
    const steps = [email(HOSTILE, { subject: "Offer", disableOutputSanitization: true }), sms("Short text")];
    await given.workflow("offer", steps, { name: "Offer" });
    await given.trigger("offer");
    const page = await openScreen(browser, service, { environment, path: "messages" });
    await page.getByRole("link", { name: "Short text" }).waitFor();
    await page.getByRole("cell", { name: "Gateway", exact: true }).waitFor();
    await expectGoodLooks(browser, page, "messages");
    await page.getByLabel("Channel").selectOption("email");
    await page.waitForURL(/channel=email/);
    await shows(() => page.getByRole("link", { name: "Short text" }).count(), 0);
    await page.getByRole("link", { name: "Offer" }).click();
    await page.getByRole("heading", { level: 1, name: "Offer" }).waitFor();
    await page.frameLocator("iframe").getByText("Hello").waitFor();
    await page.getByText("ada@example.com").waitFor();
    await page.getByText("Mailer", { exact: true }).waitFor();
    expect(await page.getByText("email-webhook").count()).toBe(0);
    const life = page.getByRole("region", { name: "What happened" }).getByRole("listitem");
    expect(await life.allTextContents()).toEqual([
      expect.stringMatching(/^Created/),
      expect.stringMatching(/^Accepted by the provider/),
    ]);
    await page.locator("main header").getByText("Sent", { exact: true }).waitFor();
    await expectGoodLooks(browser, page, "message");
    expect(await page.title()).toMatch(/^Offer/);
    await page.getByRole("button", { name: "Send again" }).click();
    await dialogIn(page).getByRole("button", { name: "Send again" }).click();
    await page.getByText("The message is being sent again").waitFor();
    await shows(() => provider.calls.length, 3);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Messages" }).waitFor();
    await shows(() => page.getByRole("link", { name: "Offer" }).count(), 0);
  });
});
