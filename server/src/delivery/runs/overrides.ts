import type { Channel } from "@tidings/contract";
import type { StepKey } from "../../foundation/ids.ts";
import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";
import type { Integration } from "../../integrations/integration.ts";
import { readMailbox } from "../../providers/email/read-mailbox.ts";
import type { Mailbox, Passthrough } from "../../providers/provider.ts";
import { type Conditioned, fittingIntegrations, preferredIntegration } from "./conditional-integrations.ts";
import type { Note } from "./decision.ts";
import { mergeLayers } from "./merge-layers.ts";
import type { Run } from "./run.ts";

/** The overrides of a trigger. */
type Overridden = Pick<Run, "overrides">;

/**
 * The overrides for one step, channel and provider. From the most to the least specific: the step's for the provider, the
 * workflow's for the provider, the same in its older form (the provider's id beside `email`), the channel's, and the
 * channel's in its older form. A member that is null is not set; headers and the like are merged by name (`merge-layers.ts`).
 */
export function overridesFor(
  { overrides }: Overridden,
  { channel, stepKey, providerId }: { channel: Channel; stepKey: StepKey; providerId?: string },
): JsonObject {
  if (Object.keys(overrides).length === 0) return {};
  const ofProvider = (part: Json | undefined) => (providerId ? at(part, ["providers", providerId]) : {});
  const layers = [
    objectOf(overrides[channel]),
    at(overrides, ["channels", channel]),
    providerId ? at(overrides, [providerId]) : {},
    ofProvider(overrides),
    ofProvider(at(overrides, ["steps", stepKey])),
  ];
  return mergeLayers(layers);
}

function at(value: Json | undefined, path: readonly string[]): JsonObject {
  const found = path.reduce<Json | undefined>(
    (inner, name) => (isJsonObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  );
  return objectOf(found);
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** An integration for a message, and what is to be noted about the choice, such as why there is none. */
export type Chosen = { integration: Integration | undefined; details: Note[] };

/**
 * The integration the trigger names for the channel, whatever its conditions; else the one the channel sends through.
 */
export function integrationFor(
  run: Overridden & Conditioned,
  integrations: readonly Integration[],
  { channel, stepKey }: { channel: Channel; stepKey: StepKey },
): Chosen {
  const named = textIn(overridesFor(run, { channel, stepKey }), "integrationIdentifier");
  if (named === undefined) {
    const { fitting, details } = fittingIntegrations(run, integrations, channel);
    return { integration: preferredIntegration(fitting, channel), details };
  }
  const integration = integrations.find(
    ({ identifier, isActive, channel: own }) => identifier === named && isActive && own === channel,
  );
  return { integration, details: integration ? [] : [{ code: "no_active_integration" }] };
}

export function textIn(overrides: JsonObject, name: string): string | undefined {
  const value = overrides[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** One address or a list of them. */
export function mailboxesIn(overrides: JsonObject, name: string): Mailbox[] | undefined {
  const value = overrides[name];
  const list = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === "string" && one !== "",
  );
  return list.length > 0 ? list.map((one) => readMailbox(one as string)) : undefined;
}

/** An object of texts; other values are written as JSON. */
export function textsIn(overrides: JsonObject, name: string): Record<string, string> | undefined {
  const entries = Object.entries(objectOf(overrides[name])).filter(([, value]) => value !== null);
  if (entries.length === 0) return undefined;
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

/** `_passthrough`: members that are copied into the provider's request. */
export function passthroughIn(overrides: JsonObject): Passthrough | undefined {
  const { _passthrough: given } = overrides;
  if (!isJsonObject(given)) return undefined;
  const texts = (part: Json | undefined) =>
    Object.fromEntries(
      Object.entries(objectOf(part)).filter(([, value]) => typeof value === "string"),
    ) as Record<string, string>;
  return { body: objectOf(given.body), headers: texts(given.headers), query: texts(given.query) };
}
