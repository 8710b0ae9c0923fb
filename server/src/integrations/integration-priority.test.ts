import { describe, expect, it } from "vitest";
import { storedIntegration as integration } from "../../testing/stored-integration.ts";
import { placeNew, reposition } from "./integration-priority.ts";

const primary = integration({ isPrimary: true, priority: 2 });

describe("placeNew", () => {
  it("makes the first integration of a channel primary", () => {
    expect(placeNew([], integration())).toMatchObject({ isPrimary: true, priority: 1 });
    expect(placeNew([primary], integration({ channel: "sms" }))).toMatchObject({
      isPrimary: true,
      priority: 1,
    });
  });

  it("gives the highest priority after the existing primary", () => {
    expect(placeNew([primary, integration({ priority: 1 })], integration())).toMatchObject({
      isPrimary: false,
      priority: 3,
    });
  });

  it("does not make it primary if another one is active, even without a primary", () => {
    expect(placeNew([integration({ priority: 1 })], integration()).isPrimary).toBe(false);
  });

  it("ignores integrations with conditions: they do not become primary and do not prevent another one", () => {
    const choosy = integration({ conditions: [{}] });
    expect(placeNew([], choosy).isPrimary).toBe(false);
    expect(placeNew([choosy], integration()).isPrimary).toBe(true);
  });

  it("makes it primary in place of the in-service outbox, but never the reverse", () => {
    const outbox = integration({ providerId: "svc-email", isPrimary: true, priority: 1 });
    expect(placeNew([outbox], integration()).isPrimary).toBe(true);
    expect(placeNew([integration({ priority: 1 })], integration({ providerId: "svc-email" })).isPrimary).toBe(
      false,
    );
  });

  it("makes none primary in a channel without primaries", () => {
    expect(placeNew([], integration({ channel: "chat" }))).toMatchObject({ isPrimary: false, priority: 1 });
  });
});

describe("reposition", () => {
  it("removes priority and primary from a deactivated integration", () => {
    expect(reposition([], primary, { ...primary, isActive: false })).toMatchObject({
      isPrimary: false,
      priority: 0,
    });
  });

  it("places an activated integration like a new one", () => {
    const off = integration({ isActive: false });
    expect(reposition([], off, { ...off, isActive: true })).toMatchObject({ isPrimary: true, priority: 1 });
  });

  it("keeps the priority on other changes, and removes primary if it gets conditions", () => {
    expect(reposition([], primary, { ...primary, name: "new" })).toMatchObject({
      isPrimary: true,
      priority: 2,
    });
    expect(reposition([], primary, { ...primary, conditions: [{}] }).isPrimary).toBe(false);
  });
});
