import { CHANNELS } from "@tidings/contract";
import { describe, expect, it, test } from "vitest";
import type { JsonObject } from "../foundation/json.ts";
import { effective, type PreferenceLayer } from "./merge-preferences.ts";
import type { ChannelChoices } from "./preference.ts";

type Given = {
  workflow?: JsonObject;
  user?: JsonObject | null;
  global?: ChannelChoices;
  ofWorkflow?: ChannelChoices;
};

function merged({ workflow, user, global, ofWorkflow }: Given) {
  const preferences = { ...(workflow ? { workflow } : {}), ...(user === undefined ? {} : { user }) };
  return effective({
    definition: { preferences },
    global: global && { channels: global },
    ofWorkflow: ofWorkflow && { channels: ofWorkflow },
  });
}

const ALL_OFF = { all: { enabled: false } };
const MAIL_OFF = { channels: { email: { enabled: false } } };
const CRITICAL = { all: { enabled: true, readOnly: true } };
const [off, on] = [{ email: false }, { email: true }];

/** Whether e-mail is enabled, and the layer that decides. */
const LAYERS: [string, Given, boolean, PreferenceLayer][] = [
  ["no layer: everything is on", {}, true, "workflow"],
  ["the code", { workflow: MAIL_OFF }, false, "workflow"],
  ["the code, of all channels", { workflow: ALL_OFF }, false, "workflow"],
  [
    "the code, of all but this",
    { workflow: { ...ALL_OFF, channels: { email: { enabled: true } } } },
    true,
    "workflow",
  ],
  ["the maintainers", { user: MAIL_OFF }, false, "user"],
  ["the maintainers over the code", { workflow: ALL_OFF, user: { all: { enabled: true } } }, true, "user"],
  [
    "the maintainers, as a whole, over a single channel of the code",
    { workflow: MAIL_OFF, user: {} },
    true,
    "user",
  ],
  [
    "the code again, after the maintainers removed their preferences",
    { workflow: MAIL_OFF, user: null },
    false,
    "workflow",
  ],
  ["the subscriber, of all workflows", { global: off }, false, "global"],
  [
    "the subscriber over code and maintainers",
    { workflow: ALL_OFF, user: ALL_OFF, global: on },
    true,
    "global",
  ],
  ["the subscriber, of this workflow", { ofWorkflow: off }, false, "subscriber_workflow"],
  [
    "the subscriber, who may enable what the workflow disabled",
    { workflow: ALL_OFF, ofWorkflow: on },
    true,
    "subscriber_workflow",
  ],
  [
    "the subscriber's choice for this workflow over that for all",
    { global: off, ofWorkflow: on },
    true,
    "subscriber_workflow",
  ],
  [
    "the last layer, also if it has the same choice",
    { user: MAIL_OFF, global: off, ofWorkflow: off },
    false,
    "subscriber_workflow",
  ],
  [
    "no layer, if there are choices only for other channels",
    { global: { sms: false }, ofWorkflow: {} },
    true,
    "workflow",
  ],
  [
    "the code alone, where it is critical",
    { workflow: CRITICAL, global: off, ofWorkflow: off },
    true,
    "workflow",
  ],
  [
    "the keepers alone, where they made it critical",
    { workflow: MAIL_OFF, user: CRITICAL, global: off },
    true,
    "user",
  ],
  [
    "the keepers of what the code made critical",
    { workflow: CRITICAL, user: MAIL_OFF, ofWorkflow: on },
    false,
    "user",
  ],
];

test.each(LAYERS)("a channel is decided by %s", (_, given, isOn, layer) => {
  const { channels, decidedBy } = merged(given);
  expect({ isOn: channels.email, layer: decidedBy.email }).toEqual({ isOn, layer });
});

describe("effective preferences", () => {
  it("include every channel", () => {
    const { channels, decidedBy } = merged({ global: { sms: false } });
    expect(Object.keys(channels).sort()).toEqual([...CHANNELS].sort());
    expect(channels).toEqual({ in_app: true, email: true, sms: false, chat: true, push: true });
    expect(decidedBy).toMatchObject({ sms: "global", push: "workflow" });
  });

  it("are critical if either layer of the workflow is read-only", () => {
    expect(merged({ workflow: CRITICAL, user: {} }).isCritical).toBe(true);
    expect(merged({ user: CRITICAL }).isCritical).toBe(true);
    expect(merged({ workflow: MAIL_OFF, user: ALL_OFF }).isCritical).toBe(false);
  });

  it("enable everything for a workflow without preferences", () => {
    expect(effective({ definition: {} })).toMatchObject({ channels: { push: true }, isCritical: false });
  });
});
