import { EMAIL_PROVIDER_IDS, PROVIDER_IDS } from "@tidings/contract";
import { AppError, type FieldErrors } from "../foundation/app-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";
import { MAIL_RULES } from "./mail-override-rules.ts";

/** A part of the overrides: its path, its value, and whether its members are those of a mail. */
type Part = { path: string; value: Json | undefined; isMail: boolean };

/** Clickatell stands among the specification's e-mail providers, but sends SMS. */
const MAIL_PROVIDERS: ReadonlySet<string> = new Set(EMAIL_PROVIDER_IDS.filter((id) => id !== "clickatell"));
const ALL_PROVIDERS: ReadonlySet<string> = new Set(PROVIDER_IDS);

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
    { path: "overrides", value: { layoutIdentifier: overrides.layoutIdentifier ?? null }, isMail: false },
    ...membersOf(overrides, "overrides").filter(({ name }) => name === "email" || ALL_PROVIDERS.has(name)),
    ...membersOf(channels, "overrides.channels"),
    ...membersOf(providers, "overrides.providers"),
    ...membersOf(steps, "overrides.steps").flatMap((step) => [
      { ...step, isMail: false },
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
    isMail: name === "email" || MAIL_PROVIDERS.has(name),
  }));
}

function* problemsOf({ path, value, isMail }: Part): Iterable<[path: string, reason: string]> {
  if (value === null || value === undefined) return;
  if (!isJsonObject(value)) return yield [path, "must be an object"];
  for (const name of ["layoutId", "layoutIdentifier"]) {
    if (Object.hasOwn(value, name) && value[name]) yield [`${path}.${name}`, NO_LAYOUTS];
  }
  if (!isMail) return;
  for (const [name, rule] of Object.entries(MAIL_RULES)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    const reason = member === null || member === undefined ? undefined : rule(member);
    if (reason !== undefined) yield [`${path}.${name}`, reason];
  }
}
