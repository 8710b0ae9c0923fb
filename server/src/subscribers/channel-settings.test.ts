import { describe, expect, it } from "vitest";
import type { Integration } from "../integrations/integration.ts";
import {
  appendCredentials,
  integrationFor,
  removeCredentials,
  replaceCredentials,
} from "./channel-settings.ts";

const push: Integration = {
  id: "i1",
  identifier: "phones",
  name: "Phones",
  channel: "push",
  providerId: "push-webhook",
  credentials: {},
  configurations: null,
  conditions: null,
  ...{ delivery: null, switchedOffAt: null, breakerOpenUntil: null, breakerTrips: 0 },
  isActive: true,
  isPrimary: false,
  priority: 1,
  deletedAt: null,
  deletedBy: null,
};
const tablets: Integration = { ...push, id: "i2", identifier: "tablets", priority: 2 };
const phones = { providerId: "push-webhook", integrationId: "i1", integrationIdentifier: "phones" };
const chat = {
  providerId: "chat-webhook",
  integrationId: "i9",
  credentials: { webhookUrl: "https://chat.test" },
};

describe("the integration that credentials are for", () => {
  it("is the one that is named, also when it is switched off", () => {
    const off = { ...push, isActive: false };
    expect(integrationFor([off, tablets], { providerId: "push-webhook", identifier: "phones" })).toBe(off);
  });

  it("is the active one of the highest priority when none is named", () => {
    expect(integrationFor([push, tablets], { providerId: "push-webhook" })).toBe(tablets);
    expect(integrationFor([push, { ...tablets, isActive: false }], { providerId: "push-webhook" })).toBe(
      push,
    );
  });

  it("is none when the provider has no active one, or the named one is of another provider", () => {
    expect(integrationFor([{ ...push, isActive: false }], { providerId: "push-webhook" })).toBeUndefined();
    expect(integrationFor([push], { providerId: "fcm", identifier: "phones" })).toBeUndefined();
  });
});

describe("a subscriber's credentials", () => {
  const known = [{ ...phones, credentials: { deviceTokens: ["a", "b"], channel: "old" } }, chat];

  it("are replaced as a whole, those of other integrations stay", () => {
    const settings = replaceCredentials(known, push, { deviceTokens: ["c", "c"] });
    expect(settings).toEqual([{ ...phones, credentials: { deviceTokens: ["c"] } }, chat]);
  });

  it("are appended: tokens join without doubles, named fields are replaced, the rest stays", () => {
    const settings = appendCredentials(known, push, { deviceTokens: ["b", "c"], title: "new" });
    const credentials = { deviceTokens: ["a", "b", "c"], channel: "old", title: "new" };
    expect(settings).toEqual([{ ...phones, credentials }, chat]);
  });

  it("are made when there were none", () => {
    expect(appendCredentials([chat], push, { deviceTokens: ["a"] })).toEqual([
      chat,
      { ...phones, credentials: { deviceTokens: ["a"] } },
    ]);
  });

  it("go with all integrations of the provider", () => {
    const both = replaceCredentials(known, tablets, { deviceTokens: ["d"] });
    expect(removeCredentials(both, "push-webhook")).toEqual([chat]);
  });
});
