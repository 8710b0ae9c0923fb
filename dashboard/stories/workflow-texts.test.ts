import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violationsOf } from "../../server/testing/browser/accessibility.ts";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import { digest, inApp, lasting } from "../../server/testing/steps.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";
import { processorTimeOf } from "../testing/page-time.ts";

/** Texts with Liquid in the editor of workflows: completion, marks and the keyboard. */

const service = await useTestService();
const browser = useBrowser();
const order = { type: "object", properties: { id: { type: "integer", description: "Of the shop." } } };
const SCHEMA = {
  type: "object",
  additionalProperties: false,
  properties: {
    order: { ...order, additionalProperties: false },
    items: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
  },
};

async function open(text: string): Promise<Page> {
  const environment = await service.newEnvironment("furnished");
  const second = { ...inApp("The second"), stepId: "second", name: "second" };
  const steps = [digest(lasting(1, "seconds")), inApp(text), second];
  await environment.given.workflow("news", steps, { name: "News", payloadSchema: SCHEMA });
  const page = await openScreen(browser, service, { environment, path: "workflows/news?step=inbox" });
  await body(page).and(page.locator(".cm-content")).waitFor();
  return page;
}

const body = (page: Page) => page.getByRole("textbox", { name: "Body" });
const options = (page: Page) => page.getByRole("listbox").getByRole("option");
const labels = (page: Page) => options(page).locator(".cm-completionLabel").allTextContents();
/** The text of the body; of an editor, its lines. */
const textOf = async (page: Page) => (await body(page).locator(".cm-line").allTextContents()).join("\n");

async function typeAtEnd(page: Page, keys: string): Promise<void> {
  await body(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(keys);
}

test("25: after {{ the list has exactly the variables of the schema; Enter writes the chosen one", async () => {
  const page = await open("Hi");
  await page.clock.install();
  await typeAtEnd(page, " {{ ");
  await shows(
    () => labels(page),
    [
      "payload.items",
      "payload.items[0].name",
      "payload.order.id",
      "steps.collect.eventCount",
      "steps.collect.events",
      "steps.collect.events[0].id",
      "steps.collect.events[0].payload",
      "steps.collect.events[0].time",
      ...[
        "avatar",
        "data",
        "email",
        "firstName",
        "isOnline",
        "lastName",
        "lastOnlineAt",
        "locale",
        "phone",
      ].map((name) => `subscriber.${name}`),
      "subscriber.subscriberId",
      "subscriber.timezone",
      ...["description", "name", "severity", "tags", "tags[0]", "workflowId"].map(
        (name) => `workflow.${name}`,
      ),
    ],
  );
  await page.keyboard.type("order");
  await page.getByText("Of the shop.").waitFor();
  // An Enter at the moment when the list appears would be one of the text.
  await page.clock.fastForward(150);
  await page.keyboard.press("Enter");
  await shows(() => textOf(page), "Hi {{ payload.order.id }}");
  await page.keyboard.type("| plu");
  await shows(async () => (await labels(page)).toSorted(), ["pluralize", "plus"]);
  expect(browser.errorsOf(page)).toEqual([]);
});

test("an unknown variable is marked with the service's sentence, and the right one is one click away", async () => {
  const page = await open("Order {{ payload.ordr.id }} is on its way");
  const message = 'The variable "payload.ordr.id" is not known here';
  await page.getByText(message, { exact: true }).waitFor();
  await shows(() => page.locator(".mark").allTextContents(), ["payload.ordr.id"]);
  expect(await body(page).getAttribute("aria-invalid")).toBe("true");
  const descriptionId = await body(page).getAttribute("aria-describedby");
  const description = page.locator(`#${descriptionId}[aria-label*="Did you mean payload.order.id?"]`);
  expect(await description.getAttribute("aria-label")).toContain(message);
  await page.getByRole("button", { name: "Replace payload.ordr.id by payload.order.id" }).click();
  await shows(() => textOf(page), "Order {{ payload.order.id }} is on its way");
  await shows(() => page.getByText(message, { exact: true }).count(), 0);
  await typeAtEnd(page, " {{ payload.order.id | upcas }}");
  await page.getByText("The text cannot be read as Liquid: undefined filter: upcas").first().waitFor();
  await shows(() => page.locator(".mark").allTextContents(), ["upcas"]);
});

test("the keyboard: Ctrl+Space opens the list, Escape closes only the list, Tab leaves the text", async () => {
  const page = await open("Hi {{ }}");
  await body(page).click();
  await page.keyboard.press("Control+End");
  for (let at = 0; at < 2; at++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+Space");
  await options(page).first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await shows(() => options(page).count(), 0);
  // Letters are text, and not keys of the page.
  await page.keyboard.type("gh?");
  await shows(() => textOf(page), "Hi {{ gh?}}");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await shows(() => textOf(page), "Hi {{ }}");
  await page.keyboard.press("Tab");
  await shows(() => body(page).evaluate((element: any) => element.matches(":focus")), false);
  await page.keyboard.press("Shift+Tab");
  await shows(() => body(page).evaluate((element: any) => element.matches(":focus")), true);
});

test("where the editor cannot be loaded, a plain field takes the text", async () => {
  const page = await open("Hi {{ payload.order.id }}");
  await page.route(/code-editor/, (route) => route.abort());
  await page.reload();
  const plain = page.locator("textarea").and(body(page));
  await plain.waitFor();
  await plain.fill("Hello {{ payload.order.id }}");
  await page.unroute(/code-editor/);
  await page.reload();
  await body(page).and(page.locator(".cm-content")).waitFor();
  await shows(() => textOf(page), "Hello {{ payload.order.id }}");
});

test("what was typed in another step is not undone here", async () => {
  const page = await open("The first");
  await typeAtEnd(page, " one");
  await page.getByRole("link", { name: /second/ }).click();
  await shows(() => textOf(page), "The second");
  await body(page).click();
  await page.keyboard.press("Control+z");
  await page.getByRole("link", { name: /inbox/ }).click();
  await shows(() => textOf(page), "The first one");
  await page.getByRole("link", { name: /second/ }).click();
  await shows(() => textOf(page), "The second");
});

/** Pastes text at the cursor, as the clipboard does. */
const paste = (page: Page, pasted: string) =>
  page.evaluate((text) => {
    const at = (globalThis as any).document;
    const find = (root: any): any =>
      root.querySelector("[aria-label=Body].cm-content") ??
      [...root.querySelectorAll("*")].map((one: any) => one.shadowRoot && find(one.shadowRoot)).find(Boolean);
    const data = new (globalThis as any).DataTransfer();
    data.setData("text/plain", text);
    const paste = new (globalThis as any).ClipboardEvent("paste", {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    find(at).dispatchEvent(paste);
  }, pasted);

const CELL = '<td class="cell"><a href="https://example.com/?a=1&b=2">A cell of a table</a></td>\n';

/** Pastes so many cells into a new text and writes after them; returns the processor time of the page, in seconds. */
async function edited(cells: number): Promise<number> {
  const page = await open("Hi");
  const used = await processorTimeOf(page);
  await body(page).click();
  await paste(page, CELL.repeat(cells));
  await page.keyboard.press("Control+End");
  await page.keyboard.type("The end {{ x }}");
  await body(page).getByText("The end {{ x }}").waitFor();
  return used();
}

test("200 KB of HTML are pasted and edited; the page's processor time grows at most linearly", async () => {
  const small = await edited(600);
  const large = await edited(2_400);
  process.stdout.write(`processor time: ${small} s for 50 KB, ${large} s for 200 KB\n`);
  expect(large).toBeLessThan(4 * small);
});

test("texts look right, in both themes, on a phone and a desktop", async () => {
  const text =
    '<p>Order {{ payload.ordr.id | default: "none" }}</p>\n{% if payload.order.id > 3 %}\n  big\n{% endif %}';
  const page = await open(text);
  await page.getByText('The variable "payload.ordr.id" is not known here', { exact: true }).waitFor();
  await expectGoodLooks(browser, page, "workflow-texts");
  await typeAtEnd(page, "{{ payl");
  await options(page).first().waitFor();
  await expectGoodLooks(browser, page, "workflow-texts-list");
});
