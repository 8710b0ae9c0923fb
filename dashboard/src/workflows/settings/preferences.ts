import type { Channel, WorkflowPreferencesInput } from "@tidings/contract";
import { CHANNELS } from "@tidings/contract";
import { isSame } from "../../app/is-same.ts";
import type { Draft } from "../draft.ts";

/** What subscribers get unless their own preferences say otherwise. */
export type Defaults = {
  readonly channels: Readonly<Record<Channel, boolean>>;
  /** Subscribers cannot switch it off. */
  readonly isCritical: boolean;
  /** The workflow's code says so: it cannot be changed here. */
  readonly isCriticalByCode: boolean;
};

type Preferences = Draft["preferences"];

/** The layer of the dashboard as a whole goes before that of the workflow's code; both can make it critical. */
export function defaultsOf(preferences: Preferences): Defaults {
  const { user, workflow } = preferences ?? {};
  const layer = user ?? workflow;
  const isOn = (channel: Channel) => layer?.channels?.[channel]?.enabled ?? layer?.all?.enabled ?? true;
  const isCriticalByCode = workflow?.all?.readOnly === true;
  return {
    channels: Object.fromEntries(CHANNELS.map((one) => [one, isOn(one)])) as Defaults["channels"],
    isCritical: isCriticalByCode || user?.all?.readOnly === true,
    isCriticalByCode,
  };
}

/** The preferences with another layer of the dashboard; the one of the code stays, and is enough where both are the same. */
function withUser(
  preferences: Preferences,
  change: (user: WorkflowPreferencesInput) => WorkflowPreferencesInput,
): NonNullable<Preferences> {
  const { user, workflow } = preferences ?? {};
  const changed = change(user ?? workflow ?? {});
  return { ...preferences, user: isSame(changed, workflow) ? null : changed };
}

export const withChannel = (preferences: Preferences, channel: Channel, enabled: boolean) =>
  withUser(preferences, (user) => ({
    ...user,
    channels: { ...user.channels, [channel]: { ...user.channels?.[channel], enabled } },
  }));

export const withCritical = (preferences: Preferences, readOnly: boolean) =>
  withUser(preferences, (user) => ({ ...user, all: { ...user.all, readOnly } }));
