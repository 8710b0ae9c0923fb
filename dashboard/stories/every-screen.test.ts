import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { useBrowser } from "../../server/testing/browser/use-browser.ts";
import { useHttpReceiver } from "../../server/testing/receivers.ts";
import { useTestService } from "../../server/testing/test-service.ts";
import { onEveryScreen, type ScreensWorld, screensWorld } from "../testing/all-screens.ts";
import { dialogIn } from "../testing/dialog-in.ts";
import { goTo, openScreen } from "../testing/notification-page.ts";

/** What must be true on each screen. */

const service = await useTestService();
const browser = useBrowser();
const gateway = await useHttpReceiver(({ path }, response) => {
  response.writeHead(path === "/mail" ? 200 : 400).end('{"id":"m1"}');
});
let world: ScreensWorld;
beforeAll(async () => {
  world = await screensWorld(service, gateway);
});

const openHome = () => openScreen(browser, service, { environment: world.environment, path: "" });

/** Runs in the page. */
const narrowProblems = () => {
  const { document, getComputedStyle } = globalThis as any;
  const problems: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const wide = [...document.querySelectorAll("main *")].filter(
      (one) => one.getBoundingClientRect().right > clientWidth + 1,
    );
    problems.push(`scrolls sideways: ${wide[0]?.outerHTML.slice(0, 160)}`);
  }
  for (const one of document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [role=tab]",
  )) {
    const { width, height } = one.getBoundingClientRect();
    const isShown = one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1;
    // The same numbers are in a table, which a button of 24 px shows.
    if (one.closest("[role=group][class*=_bars_]")) continue;
    const isInText = one.tagName === "A" && getComputedStyle(one).display === "inline";
    const label = one.closest("label")?.getBoundingClientRect();
    const [w, h] = label ? [Math.max(width, label.width), Math.max(height, label.height)] : [width, height];
    if (isShown && !isInText && (w < 24 || h < 24))
      problems.push(`${Math.round(w)}x${Math.round(h)}: ${one.outerHTML.slice(0, 160)}`);
  }
  return problems;
};

/** Runs in the page: the words with a hyphen of commands that are on two lines, though one would hold them. */
const brokenOptions = () => {
  const { document } = globalThis as any;
  const range = document.createRange();
  return [...document.querySelectorAll("code")].flatMap((code) => {
    const walker = document.createTreeWalker(code, 4);
    const found: string[] = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode())
      for (const { 0: option, index } of text.data.matchAll(/--[\w-]+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + option.length);
        if (range.getClientRects().length > 1) found.push(option);
      }
    return found;
  });
};

test("320 px wide: an option of a command stands on one line", async () => {
  const environment = await service.newEnvironment("bare");
  const page = await openScreen(browser, service, { environment, path: "" });
  await page.setViewportSize({ width: 320, height: 800 });
  const found: string[] = [];
  for (const path of ["notifications", "messages", "subscribers", "topics"]) {
    await goTo(page, environment, path);
    await page.locator("main code").first().waitFor();
    for (const width of [320, 340, 360, 390]) {
      await page.setViewportSize({ width, height: 800 });
      found.push(...(await page.evaluate(brokenOptions)).map((one) => `${path}, ${width}: ${one}`));
    }
  }
  expect(found).toEqual([]);
});

test("320 px wide: nothing scrolls sideways, and targets have at least 24 px", async () => {
  const page = await openHome();
  await page.setViewportSize({ width: 320, height: 800 });
  const problems: string[] = [];
  await onEveryScreen(page, world, async (path) => {
    problems.push(...(await page.evaluate(narrowProblems)).map((one) => `${path}: ${one}`));
    await browser.photograph(page, `narrow-${path.replace(/[^a-z]+/gi, "-").slice(0, 40)}`);
  });
  expect(problems).toEqual([]);
});

const movements = () => {
  const { document, getComputedStyle } = globalThis as any;
  const inMs = (list: string) =>
    list.split(",").map((one) => Number.parseFloat(one) * (one.trim().endsWith("ms") ? 1 : 1_000));
  const moving = [...document.querySelectorAll("*")].filter((one) => {
    const { transitionDuration, transitionProperty, animationName, animationDuration } =
      getComputedStyle(one);
    const isFade = /^(?:opacity|none|(?:background-)?color)(?:, (?:opacity|(?:background-)?color))*$/;
    const isTransition = Math.max(...inMs(transitionDuration)) > 1 && !isFade.test(transitionProperty);
    // What is being loaded appears by its opacity.
    const isAnimation = !/^(?:none|_?appear_.*|appear)$/.test(animationName);
    return isTransition || (isAnimation && Math.max(...inMs(animationDuration)) > 1);
  });
  return moving.map((one) => one.outerHTML.slice(0, 160));
};

/** Each mark's word and the geometry of its shape, without colors. */
const marks = () => {
  const { document } = globalThis as any;
  return [...document.querySelectorAll("[data-tone]:has(svg)")].map((mark) => [
    mark.textContent?.trim() || mark.getAttribute("aria-label"),
    mark.querySelector("svg").innerHTML.replace(/(?:fill|stroke)="[^"]*"/g, ""),
  ]);
};

function expectOwnShapes(shapes: ReadonlyMap<string, string>): void {
  const words = [...shapes.keys()];
  expect(words).toEqual(expect.arrayContaining(["Waiting", "Delivered"]));
  const states = ["Waiting", "Delivered", "Failed", "Skipped", "Not reachable"].filter((word) =>
    shapes.has(word),
  );
  expect(new Set(states.map((word) => shapes.get(word))).size).toBe(states.length);
}

/** The hosts to which requests of the page leave. */
function hostsOf(page: Page): ReadonlySet<string> {
  const hosts = new Set<string>();
  const note = (url: string) => {
    const { protocol, host } = new URL(url);
    if (protocol.startsWith("http") || protocol.startsWith("ws")) hosts.add(host);
  };
  page.context().on("response", (response) => note(response.url()));
  page.context().on("requestfailed", (request) => {
    // The policy of the preview keeps the browser from asking for the picture of the mail.
    if (request.failure()?.errorText !== "csp") note(request.url());
  });
  return hosts;
}

function expectOnlyOfTracker(errors: readonly string[]): void {
  expect(errors.filter((one) => !one.includes("tracker.example.com"))).toEqual([]);
  expect(errors.some((one) => one.includes("tracker.example.com"))).toBe(true);
}

test("reduced motion, forced colors: nothing moves, states have shapes and words; no other host", async () => {
  const page = await openHome();
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
  const hosts = hostsOf(page);
  const moving: string[] = [];
  const shapes = new Map<string, string>();
  await onEveryScreen(page, world, async (path) => {
    moving.push(...(await page.evaluate(movements)).map((one) => `${path}: ${one}`));
    for (const [word = "", shape = ""] of await page.evaluate(marks)) {
      expect(word, `a mark without a word on ${path}`).not.toBe("");
      shapes.set(word, shape);
    }
    if (path === "notifications") await browser.photograph(page, "forced-colors-notifications");
    if (path.startsWith("messages/")) await page.frameLocator("iframe").getByText("Hello").waitFor();
  });
  await page.keyboard.press("Control+k");
  await dialogIn(page).waitFor();
  moving.push(...(await page.evaluate(movements)));
  expect(moving).toEqual([]);
  expectOwnShapes(shapes);
  expect([...hosts]).toEqual([new URL(service.url).host]);
  expectOnlyOfTracker(browser.errorsOf(page));
});

/** What a session that only reads may press: everything else would write. */
const READS = new RegExp(
  [
    /^Environment: /,
    /^(Fold the list of screens|Keyboard shortcuts|Change between light and dark|Menu)$/,
    /^(Copy|Copy as…|Copy .*|Older|Newer|\d+\+? newer|Try again|Reload)$/,
    // A menu whose items are read.
    /^Actions for /,
    /^(As sent|Source|Remove ada|Sign in)$/,
    /^(Show|Hide|Unfold|Fold|Expand|Open|Clear|Close|Sign out|End|All|Previous|Next in|Remove the filter)\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

const pressable = (page: Page) =>
  page.getByRole("button").evaluateAll((all) =>
    all
      .filter((one) => (one as any).checkVisibility() && !(one as any).disabled)
      // What is in a group of bars or tabs, or has the step of a timeline, only shows something.
      .filter((one) => one.closest("[class*=_bars_], [role=tablist], ol, [aria-pressed]") === null)
      .map((one) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim()),
  );

test("a session of a key that only reads has no button that writes, and the service refuses writes", async () => {
  const { environment } = world;
  const path = `/v1/environments/${environment.id}/api-keys`;
  const { key } = (await environment.post(path, { name: "Reader", scopes: ["read"] })).body;
  const page = await browser.visit(`${service.url}/dashboard/`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel("Or an API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").first().waitFor();
  const found: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() === 403) found.push(`refused: ${pathname.replace(environment.id, "")}`);
  });
  await onEveryScreen(page, world, async (screen) => {
    const own = await pressable(page);
    found.push(...own.filter((name) => !READS.test(name)).map((name) => `${screen}: ${name}`));
    // In the editor, "Trigger" is the part about the payload.
    const writing = screen === "workflows/news" ? /…$|^Connect$/ : /…$|^Trigger$|^Connect$/;
    const links = await page.getByRole("link", { name: writing }).allTextContents();
    found.push(...links.map((name) => `${screen}: link ${name}`));
  });
  expect([...new Set(found)]).toEqual([]);
  const statusOf = (method: string, to: string) =>
    page.evaluate(
      ([verb, address]) =>
        fetch(address as string, {
          method: verb as string,
          headers: { "content-type": "application/json" },
          body: "{}",
        }).then(({ status }) => status),
      [method, `/dashboard/api/${environment.id}${to}`],
    );
  expect(await statusOf("POST", "/v1/events/trigger")).toBe(403);
  expect(await statusOf("POST", "/v2/subscribers")).toBe(403);
  expect(await statusOf("DELETE", "/v2/workflows/news")).toBe(403);
});
