import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { delay, email, inApp, lasting, sms } from "../../server/testing/steps.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

const open = (environment: TestEnvironment, path = "workflows"): Promise<Page> =>
  openScreen(browser, service, { environment, path });
const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
const read = async (environment: TestEnvironment, id: string) =>
  (await environment.get(`/v2/workflows/${id}`)).body;

async function withWorkflows(): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("furnished");
  const { given } = environment;
  const steps = [inApp("Hi"), delay(lasting(1, "hours")), email("Hello {{ payload.name }}")];
  await given.workflow("order-shipped", steps, { name: "Order shipped", tags: ["orders"] });
  await given.workflow("otp", [sms("{{ payload.code | nofilter }}")], { name: "Code", active: false });
  return environment;
}

describe("the list", () => {
  test("rows say steps, state and issues; filters are in the address; a press opens the editor", async () => {
    const environment = await withWorkflows();
    await environment.trigger("order-shipped", "ada");
    const page = await open(environment);
    await rowOf(page, "Order shipped").waitFor();
    expect(await rowOf(page, "Order shipped").getByRole("listitem").allTextContents()).toEqual([
      "in-app",
      "delay",
      "e-mail",
    ]);
    await rowOf(page, "Code")
      .getByText(/^\d issues?$/)
      .filter({ visible: true })
      .waitFor();
    await expectGoodLooks(browser, page, "workflows");

    await page.getByLabel("Tag").selectOption("orders");
    await page.waitForURL(/tag=orders/);
    await shows(() => page.getByRole("row").count(), 2);
    await page.getByLabel("Tag").selectOption("");
    await page.getByLabel("State").selectOption("ERROR");
    await page.waitForURL(/status=ERROR/);
    await shows(() => rowOf(page, "Order shipped").count(), 0);
    await rowOf(page, "Code").waitFor();
    await page.getByRole("searchbox").fill("nothing");
    await page.keyboard.press("Enter");
    await page.getByText("No workflow matches").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await rowOf(page, "Order shipped").getByText("order-shipped").click();
    await page.waitForURL(/workflows\/order-shipped$/);
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("a workflow is switched off and on in its row; a protected environment asks before", async () => {
    const environment = await withWorkflows();
    const page = await open(environment);
    const shown = page.getByRole("switch", { name: "Order shipped is active" });
    await shown.click();
    await shows(async () => (await read(environment, "order-shipped")).active, false);
    await shows(() => shown.getAttribute("aria-checked"), "false");
    const me = (await environment.get("/v1/environments/me")).body;
    expect((await environment.put(`/v1/environments/${me._id}`, { isProtected: true })).status).toBe(200);
    const other = await open(environment);
    await other.getByRole("switch", { name: "Order shipped is active" }).click();
    await dialogIn(other).getByRole("button", { name: "Cancel" }).click();
    expect((await read(environment, "order-shipped")).active).toBe(false);
    await other.getByRole("switch", { name: "Order shipped is active" }).click();
    await dialogIn(other).getByRole("button", { name: "Switch on" }).click();
    await shows(async () => (await read(environment, "order-shipped")).active, true);
  });

  test("more than 25 are on pages; keys go through the rows; an empty environment says what to do", async () => {
    const environment = await service.newEnvironment("bare");
    const page = await open(environment);
    await page.getByText("No workflows yet").waitFor();
    await expectGoodLooks(browser, page, "workflows-empty");
    for (let at = 10; at < 37; at += 1) await environment.given.workflow(`w-${at}`, [inApp("Hi")]);
    await page.reload();
    await page.getByText("1 to 25 of 27").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(/workflows\/w-11$/);
    await page.goBack();
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForURL(/page=2/);
    await rowOf(page, "w-36").waitFor();
    expect(await rowOf(page, "w-10").count()).toBe(0);
  });

  test("deleting asks before, and says what waits", async () => {
    const environment = await withWorkflows();
    const transactionId = await environment.trigger("order-shipped", "ada");
    const waits = (list: any) => list.data?.[0]?.jobs.some((job: any) => job.status === "delayed");
    await environment.until(`/v1/notifications?transactionId=${transactionId}`, waits);
    const page = await open(environment);
    await page.getByRole("button", { name: "Actions for Order shipped" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByText("1 notification waits in it and goes on to the end.").waitFor();
    await dialogIn(page).getByRole("button", { name: "Delete" }).click();
    // While the dialog is open, the rows behind it have no role.
    await dialogIn(page).waitFor({ state: "detached" });
    await shows(async () => (await environment.get("/v2/workflows/order-shipped")).status, 404);
    await shows(() => rowOf(page, "Order shipped").count(), 0);
  });
});

describe("a new workflow", () => {
  test("a name proposes the identifier; one that is taken is said at its field; the editor opens", async () => {
    const environment = await withWorkflows();
    const page = await open(environment);
    await page.getByRole("button", { name: "New…" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Order shipped");
    await shows(() => page.getByRole("textbox", { name: "Identifier" }).inputValue(), "order-shipped");
    await expectGoodLooks(browser, page, "workflow-new");
    await dialogIn(page).getByRole("button", { name: "Cancel" }).click();
    await shows(() => dialogIn(page).count(), 0);
    await page.getByRole("button", { name: "New…" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Order shipped");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText(/"order-shipped" already exists/).waitFor();
    await page.getByRole("textbox", { name: "Identifier" }).fill("order two");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText(/Choose an identifier/).waitFor();
    await page.getByRole("textbox", { name: "Identifier" }).fill("order-two");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForURL(/workflows\/order-two$/);
    expect(await read(environment, "order-two")).toMatchObject({ name: "Order shipped", steps: [] });
  });

  test("a duplicate has all steps, and is switched off", async () => {
    const environment = await withWorkflows();
    const page = await open(environment);
    await page.getByRole("button", { name: "Actions for Order shipped" }).click();
    await page.getByRole("menuitem", { name: "Duplicate…" }).click();
    await page.waitForURL(/new=copy&copy=order-shipped/);
    await shows(() => page.getByRole("textbox", { name: "Identifier" }).inputValue(), "order-shipped-copy");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForURL(/workflows\/order-shipped-copy$/);
    const [one, copy] = [
      await read(environment, "order-shipped"),
      await read(environment, "order-shipped-copy"),
    ];
    expect([copy.name, copy.active, copy.tags]).toEqual(["Order shipped copy", false, ["orders"]]);
    const contents = ({ steps }: any) =>
      steps.map((step: any) => [step.stepId, step.name, step.controls.values]);
    expect(contents(copy)).toEqual(contents(one));
  });

  test("each sample is created without issues, and a trigger of it sends", async () => {
    const environment = await service.newEnvironment("furnished");
    const page = await open(environment);
    for (const name of ["Welcome mail", "Digest of comments", "Reminder until read"]) {
      await page.getByRole("button", { name: "New…" }).click();
      await page.getByRole("radio", { name: new RegExp(name) }).check();
      await page.getByRole("button", { name: "Create" }).click();
      await page.waitForURL(/workflows\/[a-z-]+$/);
      const workflowId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      const stored = await read(environment, workflowId);
      expect([name, stored.status, stored.steps.filter((step: any) => step.issues)]).toEqual([
        name,
        "ACTIVE",
        [],
      ]);
      const to = { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" };
      const body = { name: workflowId, to, payload: {} };
      const { body: explained } = await environment.post("/v1/events/explain", body);
      expect(JSON.stringify(explained)).not.toMatch(/content_failed|no_active_integration/);
      await page.goBack();
      await page.goBack();
    }
  });
});

describe("versions", () => {
  async function withVersions(): Promise<TestEnvironment> {
    const environment = await service.newEnvironment("furnished");
    const text = (word: string) => `Dear reader,\n\nyour order is ${word}.\n\nThe shop`;
    const steps = [inApp("Hi"), email(text("packed")), delay(lasting(1, "hours"))];
    await environment.given.workflow("order", steps, { name: "Order", tags: ["shop"] });
    const [inbox, , wait] = steps;
    const second = { name: "Order", tags: ["shop", "mail"], steps: [wait, inbox, email(text("on its way"))] };
    await environment.put("/v2/workflows/order", second);
    await environment.put("/v2/workflows/order", {
      ...second,
      steps: [inbox, email(text("on its way")), sms("New")],
    });
    return environment;
  }

  test("two are chosen and compared by the address: words, steps added, removed and moved", async () => {
    const environment = await withVersions();
    const page = await open(environment, "workflows/order/versions");
    await rowOf(page, "Version 3").getByText("Current").waitFor();
    await expectGoodLooks(browser, page, "versions");
    await page.getByLabel("Choose version 1 for the comparison").check();
    await page.getByLabel("Choose version 3 for the comparison").check();
    await page.getByRole("link", { name: "Compare version 1 with version 3" }).click();
    await page.waitForURL(/compare=1\.\.3/);
    const mail = page.getByRole("region", { name: "mail" });
    await mail.locator("ins").first().waitFor();
    expect(await mail.locator("del").allTextContents()).toEqual(["packed"]);
    expect((await mail.locator("ins").allTextContents()).join("")).toBe("on its way");
    await page.getByRole("region", { name: "text" }).getByText("Added").waitFor();
    await page.getByRole("region", { name: "wait" }).getByText("Removed").waitFor();
    await page.getByRole("region", { name: "Workflow" }).getByText("mail").waitFor();
    await expectGoodLooks(browser, page, "versions-compared");
    const address = page.url();
    const other = await open(environment, "workflows/order/versions?compare=1..3");
    await other.locator("ins").first().waitFor();
    expect(other.url()).toBe(address);

    await page.goBack();
    await page.getByRole("link", { name: "Version 2" }).click();
    await page.getByText("Moved from place 3 to 1").waitFor();
    await open(environment, "workflows/order/versions?compare=1..9").then((one) =>
      one.getByText(/its current version is 3/).waitFor(),
    );
  });

  test("restore says what it does, makes a new version, and stops when another one was saved", async () => {
    const environment = await withVersions();
    const page = await open(environment, "workflows/order/versions");
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByText(/is stored as version 4/).waitFor();
    await environment.put("/v2/workflows/order", { name: "Order", steps: [inApp("Another")] });
    await dialogIn(page).getByRole("button", { name: "Restore" }).click();
    await page.getByText("Changed meanwhile").waitFor();
    expect(await read(environment, "order")).toMatchObject({ version: 4, steps: [{ stepId: "inbox" }] });
    await rowOf(page, "Version 4").getByText("Current").waitFor();
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await dialogIn(page).getByRole("button", { name: "Restore" }).click();
    await page.getByText("Version 1 is restored as version 5").waitFor();
    await rowOf(page, "Version 5").getByText("Current").waitFor();
    expect((await read(environment, "order")).steps.map((step: any) => step.stepId)).toEqual([
      "inbox",
      "mail",
      "wait",
    ]);
  });
});
