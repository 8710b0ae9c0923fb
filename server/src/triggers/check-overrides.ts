import { CHANNELS, EMAIL_PROVIDER_IDS, PROVIDER_IDS, SMS_PROVIDER_IDS } from "@tidings/contract";
import { AppError, type FieldErrors } from "../foundation/app-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";
import { TAKES_ONE_REPLY_TO } from "../providers/email/reply-to.ts";
import { MAIL_RULES, ONE_REPLY_TO_RULES } from "./mail-override-rules.ts";
import { COMMON_RULES, type Rules, SMS_RULES } from "./override-rules.ts";

/** A part of the overrides: its path, its value, and the rules of its members. */
type Part = { path: string; value: Json | undefined; rules: Rules };

/** Clickatell stands among the specification's e-mail providers, but sends SMS. */
const CLICKATELL = "clickatell";
const MAIL_PARTS: ReadonlySet<string> = new Set(
  ["email", ...EMAIL_PROVIDER_IDS].filter((id) => id !== CLICKATELL),
);
const SMS_PARTS: ReadonlySet<string> = new Set(["sms", ...SMS_PROVIDER_IDS, CLICKATELL]);
const ALL_PARTS: ReadonlySet<string> = new Set([...CHANNELS, ...PROVIDER_IDS]);

const NO_LAYOUTS =
  "layouts are not supported; remove the override and put the whole mail into the step's body";

/**
 * The error of overrides that cannot be honoured; undefined when all can. An override that is null is not set; members
 * that no channel has are ignored.
 */
export function overridesError(overrides: JsonObject): AppError | undefined {
  const errors: FieldErrors = {};
  for (const part of partsOf(overrides)) {
    for (const [path, reason] of problemsOf(part)) {
      errors[path] ??= { messages: [`${path} ${reason}`] };
    }
  }
  return Object.keys(errors).length === 0
    ? undefined
    : new AppError("invalid", "Validation failed", { errors });
}

function partsOf(overrides: JsonObject): Part[] {
  const { channels, providers, steps } = overrides;
  return [
    { path: "overrides", value: { layoutIdentifier: overrides.layoutIdentifier ?? null }, rules: {} },
    ...membersOf(overrides, "overrides").filter(({ name }) => ALL_PARTS.has(name)),
    ...membersOf(channels, "overrides.channels"),
    ...membersOf(providers, "overrides.providers"),
    ...membersOf(steps, "overrides.steps").flatMap((step) => [
      { ...step, rules: {} },
      ...membersOf(isJsonObject(step.value) ? step.value.providers : undefined, `${step.path}.providers`),
    ]),
  ];
}

/** The members of a part that has one member for each channel, provider or step. */
function membersOf(value: Json | undefined, path: string): (Part & { name: string })[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, member]) => ({
    name,
    path: `${path}.${name}`,
    value: member,
    rules: rulesOf(name),
  }));
}

/** The rules for a channel or a provider. */
function rulesOf(name: string): Rules {
  if (MAIL_PARTS.has(name)) return TAKES_ONE_REPLY_TO.has(name) ? ONE_REPLY_TO_RULES : MAIL_RULES;
  return SMS_PARTS.has(name) ? SMS_RULES : COMMON_RULES;
}

function* problemsOf({ path, value, rules }: Part): Iterable<[path: string, reason: string]> {
  if (value === null || value === undefined) return;
  if (!isJsonObject(value)) return yield [path, "must be an object"];
  for (const name of ["layoutId", "layoutIdentifier"]) {
    if (Object.hasOwn(value, name) && value[name]) yield [`${path}.${name}`, NO_LAYOUTS];
  }
  for (const [name, rule] of Object.entries(rules)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    const found = member === null || member === undefined ? undefined : rule(member);
    if (typeof found === "string") yield [`${path}.${name}`, found];
    else if (found) yield [`${path}.${name}.${found.below}`, found.reason];
  }
}
