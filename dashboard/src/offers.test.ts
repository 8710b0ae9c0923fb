import { expect, test, vi } from "vitest";
import { addressOf } from "./notifications/why-addresses.ts";
import { screens } from "./screens.ts";
import { OFFERS, type Offer } from "./timeline/why-facts.ts";

/** Every offer of the why box leads to a screen, with parameters that the screen knows. */

/** What modules of the page look at when they are loaded. */
vi.hoisted(() => {
  const document = { addEventListener: () => undefined, hidden: true, documentElement: { dataset: {} } };
  const location = new URL("http://127.0.0.1/dashboard/");
  const localStorage = { getItem: () => null };
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  const navigator = { userAgent: "", onLine: true };
  // From Node.js 21 on, `navigator` is there, and has only a getter.
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true, writable: true });
  Object.assign(globalThis, {
    document,
    location,
    localStorage,
    matchMedia,
    addEventListener: () => undefined,
  });
});

/** These are buttons: what they do is on the page. */
const BUTTONS: readonly Offer[] = ["open_clock", "retry_now", "send_again"];
const offers = Object.keys(OFFERS) as Offer[];

const why = { step: { stepId: "mail", type: "email", providerId: "sendgrid", details: [] } } as never;
const notification = {
  _id: "1".repeat(24),
  _digestedNotificationId: "2".repeat(24),
  template: { triggers: [{ identifier: "order.shipped" }] },
  subscriber: { subscriberId: "ada/1" },
  payload: { n: 1 },
};
const read = (of: object = notification) =>
  ({ notification: of, integrationIds: new Map([["sendgrid", "3".repeat(24)]]) }) as never;

type Search = (given: object) => object;
type Route = { options: { path?: string; validateSearch?: Search }; children?: readonly Route[] };
type Screen = { parts: readonly string[]; search: Search };

const partsOf = (path: string): string[] => path.split("/").filter(Boolean);

/** All routes that are screens, with the parts of their paths. */
function screensIn({ options, children = [] }: Route, above: readonly string[]): readonly Screen[] {
  const parts = [...above, ...partsOf(options.path ?? "")];
  const search = options.validateSearch ?? (() => ({}));
  return children.length === 0
    ? [{ parts, search }]
    : Object.values(children).flatMap((one) => screensIn(one, parts));
}

const all = screensIn(screens as unknown as Route, []);
const screenOf = (path: string): Screen | undefined => {
  const wanted = ["in", "dev", ...partsOf(path)];
  const fits = ({ parts }: Screen) =>
    parts.length === wanted.length && parts.every((part, at) => part === wanted[at] || part.startsWith("$"));
  return all.filter(fits).sort((one, other) => dollars(one) - dollars(other))[0];
};
const dollars = ({ parts }: Screen): number => parts.filter((part) => part.startsWith("$")).length;

test.for(offers.filter((offer) => !BUTTONS.includes(offer)))("the offer %s leads to a screen", (offer) => {
  const { path = "", search = {} } = addressOf(offer, why, read()) ?? {};
  const screen = screenOf(path);
  expect(screen?.parts.length, path).toBeGreaterThan(2);
  expect(screen?.search(search)).toEqual(search);
});

test("what is a button has no address", () => {
  expect(BUTTONS.map((offer) => addressOf(offer, why, read()))).toEqual(BUTTONS.map(() => undefined));
});

test("without a workflow and a subscriber, offers about them have no address", () => {
  const found = offers.filter((offer) => addressOf(offer, why, read({ _id: "1" })) !== undefined);
  expect(found.sort()).toEqual(["connect", "edit_credentials", "open_integration"]);
});

test("the parts of the editor: condition, text, delivery, settings, and the rehearsal of the same person", () => {
  const path = "workflows/order.shipped";
  const searchOf = (offer: Offer) => addressOf(offer, why, read());
  const inStep = (part: string) => ({ path, search: { step: "mail", part, as: "ada/1" } });
  expect(searchOf("open_condition")).toEqual(inStep("when"));
  expect(searchOf("open_content")).toEqual(inStep("content"));
  expect(searchOf("open_delivery")).toEqual(inStep("delivery"));
  expect(searchOf("rehearse")).toEqual(inStep("rehearsal"));
  expect(searchOf("open_workflow")).toEqual({ path, search: { step: "~settings" } });
});
