import { describe, expect, it } from "vitest";
import type { Integration } from "./integration.ts";
import { placeNew, reposition } from "./integration-priority.ts";

let count = 0;
function integration(fields: Partial<Integration> = {}): Integration {
  const id = `i${++count}`;
  return {
    ...{ id, identifier: id, name: id, channel: "email", providerId: "nodemailer", credentials: {} },
    ...{
      configurations: null,
      conditions: null,
      ...{ delivery: null, switchedOffAt: null, breakerOpenUntil: null, breakerTrips: 0 },
      isActive: true,
      isPrimary: false,
      priority: 0,
    },
    ...{ deletedAt: null, deletedBy: null },
    ...fields,
  };
}
const primary = integration({ isPrimary: true, priority: 2 });

describe("an integration that begins to send", () => {
  it("becomes primary as the first of its channel", () => {
    expect(placeNew([], integration())).toMatchObject({ isPrimary: true, priority: 1 });
    expect(placeNew([primary], integration({ channel: "sms" }))).toMatchObject({ isPrimary: true, priority: 1 });
  });

  it("stands behind the primary that is there, before all others", () => {
    expect(placeNew([primary, integration({ priority: 1 })], integration())).toMatchObject({
      isPrimary: false,
      priority: 3,
    });
  });

  it("does not become primary where another sends although the primary is gone", () => {
    expect(placeNew([integration({ priority: 1 })], integration()).isPrimary).toBe(false);
  });

  it("does not become primary with conditions, and those with conditions do not keep the next from it", () => {
    const choosy = integration({ conditions: [{}] });
    expect(placeNew([], choosy).isPrimary).toBe(false);
    expect(placeNew([choosy], integration()).isPrimary).toBe(true);
  });

  it("takes the place of the in-service outbox, which never takes another's", () => {
    const outbox = integration({ providerId: "svc-email", isPrimary: true, priority: 1 });
    expect(placeNew([outbox], integration()).isPrimary).toBe(true);
    expect(placeNew([integration({ priority: 1 })], integration({ providerId: "svc-email" })).isPrimary).toBe(
      false,
    );
  });

  it("is never primary of a channel that has none", () => {
    expect(placeNew([], integration({ channel: "chat" }))).toMatchObject({ isPrimary: false, priority: 1 });
  });
});

describe("an integration that changes", () => {
  it("leaves the line when it is switched off", () => {
    expect(reposition([], primary, { ...primary, isActive: false })).toMatchObject({
      isPrimary: false,
      priority: 0,
    });
  });

  it("joins the line when it is switched on", () => {
    const off = integration({ isActive: false });
    expect(reposition([], off, { ...off, isActive: true })).toMatchObject({ isPrimary: true, priority: 1 });
  });

  it("keeps its place when something else changes, and is no longer primary with conditions", () => {
    expect(reposition([], primary, { ...primary, name: "new" })).toMatchObject({
      isPrimary: true,
      priority: 2,
    });
    expect(reposition([], primary, { ...primary, conditions: [{}] }).isPrimary).toBe(false);
  });
});
