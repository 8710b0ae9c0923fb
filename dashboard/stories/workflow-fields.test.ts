import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { shows, useBrowser } from "../../server/testing/browser/use-browser.ts";
import {
  chat,
  custom,
  delay,
  digest,
  email,
  inApp,
  push,
  sms,
  throttle,
} from "../../server/testing/steps.ts";
import type { TestEnvironment } from "../../server/testing/test-environment.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { expectGoodLooks } from "../testing/looks.ts";
import { openScreen } from "../testing/notification-page.ts";

const service = await useTestService();
const browser = useBrowser();

const SKIP = { "==": [{ var: "payload.vip" }, true] };
const GERMAN = {
  name: "German",
  filters: [
    {
      isNegated: false,
      type: "GROUP",
      value: "AND",
      children: [{ on: "subscriber", field: "locale", operator: "EQUAL", value: "de" }],
    },
  ],
  controlValues: { body: "Hallo {{ payload.name }}", unknown: 1 },
};

/** A step of each type, with values that the form shows, and some that it does not know. */
const STEPS = [
  digest({ type: "timed", cron: "0 9 * * 1,3,5", digestKey: "order.id", maxEvents: "5" }),
  digest(
    { amount: "10", unit: "minutes", lookBackWindow: { amount: 1, unit: "hours", x: 1 } },
    "collect-more",
  ),
  delay({ type: "dynamic", dynamicKey: "order.until", skip: SKIP }),
  throttle({ type: "fixed", amount: 1, unit: "hours", threshold: 3, throttleKey: "order.id" }),
  inApp("Order {{ payload.order.id }} is on its way", {
    primaryAction: {
      label: "Track",
      redirect: { url: "https://example.com/{{ payload.order.id }}", target: "_blank" },
    },
    redirect: { url: "/orders", target: "_self" },
    data: { order: "{{ payload.order.id }}" },
    avatar: "",
    own: ["kept"],
  }),
  email("<h1>Hello {{ subscriber.firstName }}</h1>", {
    editorType: "html",
    disableOutputSanitization: false,
  }),
  { ...sms("Order {{ payload.order.id }} – on its way"), variants: [GERMAN] },
  push("Order {{ payload.order.id }}", { data: {} }),
  chat("Order {{ payload.order.id }}"),
  custom({ total: "{{ payload.total }}", nested: { a: [1, null] }, skip: SKIP }),
];

const SCHEMA = {
  type: "object",
  additionalProperties: true,
  required: ["order"],
  properties: {
    order: {
      type: "object",
      required: ["id"],
      properties: { id: { type: "integer", examples: [7] }, until: { type: "string", format: "date-time" } },
    },
    vip: { type: "boolean", default: false },
    name: { type: ["string", "null"] },
    total: { type: "number" },
  },
};

async function shop(kind: "furnished" | "test" = "furnished"): Promise<TestEnvironment> {
  const environment = await service.newEnvironment(kind);
  const more = {
    name: "Order shipped",
    payloadSchema: SCHEMA,
    tags: ["orders"],
    description: "All about it",
  };
  await environment.given.workflow("order-shipped", STEPS, more);
  await environment.given.subscriber("ada", { firstName: "Ada" });
  return environment;
}

const open = (environment: TestEnvironment, query: string) =>
  openScreen(browser, service, { environment, path: `workflows/order-shipped?${query}` });
const openStep = async (page: Page, name: string) => {
  await page.getByRole("navigation", { name: "Steps" }).getByRole("link", { name }).first().click();
  await page.getByRole("heading", { level: 2, name }).waitFor();
};
const draftNote = (page: Page) => page.getByText(/^Draft: /);
const contentOf = async (environment: TestEnvironment) => {
  const { body } = await environment.get("/v2/workflows/order-shipped");
  const { steps, version: _, updatedAt: __, ...rest } = body;
  return { ...rest, steps: steps.map(({ issues: ___, ...step }: { issues?: object }) => step) };
};

type Step = { controlValues: Record<string, unknown> };

/** Saves the draft as a new version. */
async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save…" }).click();
  await dialogIn(page).getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(/^Saved as version/).waitFor();
  await shows(() => draftNote(page).count(), 0);
}

describe("the form of a step", () => {
  test("each type of step is drawn, and opening it changes nothing", async () => {
    const environment = await shop();
    const before = await contentOf(environment);
    const page = await open(environment, "step=collect");
    for (const { stepId } of STEPS) {
      await openStep(page, stepId);
      await page.getByRole("tab", { name: /Content/ }).waitFor();
      await expectGoodLooks(browser, page, `workflow-content-${stepId}`);
      expect(await draftNote(page).count()).toBe(0);
    }
    await openStep(page, "text");
    await page.getByRole("tab", { name: "Variants" }).click();
    await page.getByRole("region", { name: "German" }).waitFor();
    await expectGoodLooks(browser, page, "workflow-variants");
    expect(await draftNote(page).count()).toBe(0);
    expect(await contentOf(environment)).toEqual(before);
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("what is edited is saved, and nothing else changes", async () => {
    const environment = await shop();
    const before = await contentOf(environment);
    const page = await open(environment, "step=collect");
    const calendar = page.getByRole("group", { name: "Calendar" });
    await calendar.getByText("Next: ").waitFor();
    await calendar.getByLabel("Fri").uncheck();
    await calendar.getByLabel("At", { exact: true }).fill("18:30");
    await page.getByLabel("Close after this many events", { exact: true }).fill("12");
    await openStep(page, "collect-more");
    await page.getByLabel("Collect for", { exact: true }).fill("15");
    await openStep(page, "wait");
    await page.getByLabel("How long to wait").selectOption("For a length of time");
    await page.getByLabel("Wait for", { exact: true }).fill("2");
    await openStep(page, "inbox");
    await page.getByRole("group", { name: "First button" }).getByLabel("Opens in").selectOption("By default");
    await page.getByText("Draft: 4 changes").waitFor();
    await save(page);
    const saved = await contentOf(environment);
    const [one, two, three, , five, ...rest] = before.steps.map((step: Step) => step.controlValues);
    expect(saved.steps.map((step: Step) => step.controlValues)).toEqual([
      { ...one, cron: "30 18 * * 1,3", maxEvents: 12 },
      { ...two, amount: 15 },
      { type: "regular", skip: three.skip, amount: 2, unit: "hours" },
      before.steps[3].controlValues,
      { ...five, primaryAction: { label: "Track", redirect: { url: five.primaryAction.redirect.url } } },
      ...rest,
    ]);
    expect(saved.steps[6].variants).toEqual(before.steps[6].variants);
    expect(browser.errorsOf(page)).toEqual([]);
  });

  test("a way that is left comes back with its values; raw values stay as they are", async () => {
    const environment = await shop();
    const page = await open(environment, "step=wait");
    const way = page.getByLabel("How long to wait");
    await way.selectOption("Until a moment of the calendar");
    await page.getByText("Draft: 1 change").waitFor();
    await page
      .getByRole("group", { name: "Calendar" })
      .getByLabel("Every")
      .selectOption("As a cron expression");
    await page.getByLabel("Cron expression").fill("0 9 * * mon-fri");
    await page.getByText(/^Next: .+ · .+ · .+, in the subscriber's time zone$/).waitFor();
    await page.getByLabel("Cron expression").fill("0 9 * * mon-");
    const example = 'its day of the week is "mon-"; write for example 1-5 or mon,wed';
    await page.getByText(`The cron expression cannot be read: ${example}.`).waitFor();
    await expectGoodLooks(browser, page, "workflow-content-problem");
    await way.selectOption("Until what the payload says");
    expect(await page.getByLabel("Path in the payload", { exact: true }).inputValue()).toBe("order.until");
    await shows(() => draftNote(page).count(), 0);
    await page.getByRole("button", { name: "Wait for quiet hours to end as text" }).click();
    await page.getByRole("textbox", { name: "Wait for quiet hours to end" }).fill("true");
    await page.getByRole("button", { name: "Wait for quiet hours to end as a field" }).click();
    expect(await page.getByLabel("Wait for quiet hours to end", { exact: true }).isChecked()).toBe(true);
  });

  test("variants are added with the content of the step, moved and removed", async () => {
    const environment = await shop();
    const page = await open(environment, "step=text&part=variants");
    await page.getByRole("button", { name: "Add a variant" }).click();
    const added = page.getByRole("region", { name: "Variant 2" });
    await added.getByText("Content of the variant").click();
    await added.getByRole("textbox", { name: "Body" }).fill("Bonjour {{ nobody }}");
    await added.getByText('The variable "nobody" is not known here', { exact: true }).waitFor();
    await added.getByRole("textbox", { name: "Body" }).fill("Bonjour {{ payload.name }}");
    await added.getByRole("textbox", { name: "Value", exact: true }).fill("fr");
    await added.getByText("Sent if subscriber.locale is “fr”").waitFor();
    await page.getByRole("button", { name: "Move Variant 2 up" }).click();
    await save(page);
    const { steps } = await contentOf(environment);
    expect(steps[6].variants).toMatchObject([
      { name: "Variant 2", controlValues: { body: "Bonjour {{ payload.name }}" } },
      GERMAN,
    ]);
    await page.getByRole("button", { name: "Remove Variant 2" }).click();
    await page.getByRole("button", { name: "Remove German" }).click();
    await page.getByText("No variants").waitFor();
    await save(page);
    expect((await contentOf(environment)).steps[6]).not.toHaveProperty("variants");
  });
});

describe("the workflow", () => {
  test("the payload is described by rows, by JSON, or from the last payload", async () => {
    const environment = await shop("test");
    await environment.given.trigger("order-shipped", { order: { id: 7, tags: ["new"] }, price: 2.5 });
    const page = await open(environment, "step=~trigger");
    await page.getByText(/"order":\{"id":7/).waitFor();
    await expectGoodLooks(browser, page, "workflow-trigger");
    await page.getByRole("button", { name: "Make from the last payload" }).click();
    await page.getByText("The fields of the last payload are in the schema.").waitFor();
    await page.getByLabel("Required: price").check();
    await page.getByLabel("Name: vip").fill("order");
    await page.getByText("Another field has this name").waitFor();
    await page.getByLabel("Name: vip").fill("isVip");
    await page.getByLabel("Example: isVip").fill("true");
    await page.getByRole("button", { name: "Add a field in order" }).click();
    await page.getByLabel("Type: order.field").selectOption("Yes or no");
    await page.getByRole("button", { name: "Remove the field total" }).click();
    await page.getByLabel("Refuse triggers whose payload does not fit the schema").check();
    await page.getByRole("button", { name: "JSON Schema" }).click();
    await page.getByRole("textbox", { name: "JSON Schema" }).waitFor();
    await save(page);
    const { body } = await environment.get("/v2/workflows/order-shipped");
    const { order, vip: isVip, name } = SCHEMA.properties;
    const inOrder = {
      ...order.properties,
      tags: { type: "array", items: { type: "string" } },
      field: { type: "boolean" },
    };
    expect(body).toMatchObject({ validatePayload: true });
    expect(body.payloadSchema).toEqual({
      ...SCHEMA,
      required: ["order", "price"],
      properties: {
        order: { ...order, properties: inOrder },
        isVip: { ...isVip, default: true },
        name,
        price: { type: "number" },
      },
    });
  });

  test("its settings are saved; it is switched off at once, and deleted after a question", async () => {
    const environment = await shop();
    const page = await open(environment, "step=~settings");
    await page.getByLabel("Description").waitFor();
    await expectGoodLooks(browser, page, "workflow-settings");
    await page.getByLabel("SMS", { exact: true }).uncheck();
    await page.getByText("Draft: 1 change").waitFor();
    await page.getByLabel("SMS", { exact: true }).check();
    await shows(() => draftNote(page).count(), 0);
    await page.getByLabel("Description").fill("New");
    await page.getByLabel("New tag").fill("shop");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove the tag orders" }).click();
    await page.getByLabel("Severity").selectOption("High");
    await page.getByLabel("Push", { exact: true }).uncheck();
    await page.getByLabel(/^Critical/).check();
    await page.getByRole("switch", { name: "Triggers start the workflow" }).click();
    await page.getByText("The workflow is off").waitFor();
    await page.getByText("Draft: 4 changes").waitFor();
    await save(page);
    const { body } = await environment.get("/v2/workflows/order-shipped");
    expect(body).toMatchObject({ description: "New", tags: ["shop"], severity: "high", active: false });
    expect(body.preferences.user).toMatchObject({
      all: { readOnly: true },
      channels: { push: { enabled: false }, email: { enabled: true } },
    });
    await page.getByRole("button", { name: "Delete…" }).click();
    await dialogIn(page).getByText("No notification waits in it.").waitFor();
    await dialogIn(page).getByRole("button", { name: "Delete", exact: true }).click();
    await page.waitForURL(/\/workflows$/);
    expect((await environment.get("/v2/workflows/order-shipped")).status).toBe(404);
  });
});
