import { describe, expect, it } from "vitest";
import { storedIntegration } from "../../testing/stored-integration.ts";
import type { Integration } from "../integrations/integration.ts";
import {
  appendCredentials,
  integrationFor,
  removeCredentials,
  removeDeviceTokens,
  replaceCredentials,
} from "./channel-settings.ts";

const push = storedIntegration({
  id: "i1",
  identifier: "phones",
  channel: "push",
  providerId: "push-webhook",
  priority: 1,
});
const tablets: Integration = { ...push, id: "i2", identifier: "tablets", priority: 2 };
const phones = { providerId: "push-webhook", integrationId: "i1", integrationIdentifier: "phones" };
const chat = {
  providerId: "chat-webhook",
  integrationId: "i9",
  credentials: { webhookUrl: "https://chat.test" },
};

describe("integrationFor", () => {
  it("returns the named integration, also if it is inactive", () => {
    const off = { ...push, isActive: false };
    expect(integrationFor([off, tablets], { providerId: "push-webhook", identifier: "phones" })).toBe(off);
  });

  it("returns the active integration with the highest priority if none is named", () => {
    expect(integrationFor([push, tablets], { providerId: "push-webhook" })).toBe(tablets);
    expect(integrationFor([push, { ...tablets, isActive: false }], { providerId: "push-webhook" })).toBe(
      push,
    );
  });

  it("returns none if the provider has no active one, or the named one has another provider", () => {
    expect(integrationFor([{ ...push, isActive: false }], { providerId: "push-webhook" })).toBeUndefined();
    expect(integrationFor([push], { providerId: "fcm", identifier: "phones" })).toBeUndefined();
  });
});

describe("a subscriber's credentials", () => {
  const known = [{ ...phones, credentials: { deviceTokens: ["a", "b"], channel: "old" } }, chat];

  it("replaceCredentials replaces them as a whole and keeps those of other integrations", () => {
    const settings = replaceCredentials(known, push, { deviceTokens: ["c", "c"] });
    expect(settings).toEqual([{ ...phones, credentials: { deviceTokens: ["c"] } }, chat]);
  });

  it("appendCredentials adds device tokens without duplicates, replaces given fields and keeps the rest", () => {
    const settings = appendCredentials(known, push, { deviceTokens: ["b", "c"], title: "new" });
    const credentials = { deviceTokens: ["a", "b", "c"], channel: "old", title: "new" };
    expect(settings).toEqual([{ ...phones, credentials }, chat]);
  });

  it("are created if there were none", () => {
    expect(appendCredentials([chat], push, { deviceTokens: ["a"] })).toEqual([
      chat,
      { ...phones, credentials: { deviceTokens: ["a"] } },
    ]);
  });

  it("removeDeviceTokens removes the tokens of one integration only", () => {
    const both = replaceCredentials(known, tablets, { deviceTokens: ["a", "d"] });
    const settings = removeDeviceTokens(both, "i1", ["a", "unknown"]);
    expect(settings.map(({ credentials }) => credentials.deviceTokens)).toEqual([
      ["b"],
      undefined,
      ["a", "d"],
    ]);
    expect(settings[0]?.credentials.channel).toBe("old");
  });

  it("removeCredentials removes those of all integrations of the provider", () => {
    const both = replaceCredentials(known, tablets, { deviceTokens: ["d"] });
    expect(removeCredentials(both, "push-webhook")).toEqual([chat]);
  });
});
