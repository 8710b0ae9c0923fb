import type { CredentialField, Credentials } from "@tidings/contract";

/** What the fields of the form contain: texts, by the name of the credential. */
export type Draft = Readonly<Record<string, string>>;

/** What the service shows in place of a stored secret, or of the end of a stored URL. */
const MASK = "••••••••";

/** Whether the service keeps its stored value for this text. */
export const isMasked = (text: string): boolean => text.includes(MASK);

/** Contents of files need several lines. */
export const isLong = ({ kind, help }: CredentialField): boolean =>
  kind === "object" || /\b(?:file|PEM)\b/.test(help);

/** Fields that are shown at once; the others are under "More settings". */
export const isBasic = ({ name, kind, isRequired }: CredentialField): boolean =>
  isRequired || kind === "email" || name === "senderName";

/** The form's texts for stored credentials, as the service shows them. */
export function draftOf(fields: readonly CredentialField[], stored: Credentials = {}): Draft {
  const values = stored as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fields.map(({ name }) => [name, textOf(values[name])]));
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

/**
 * The credentials to send: what the form contains, and stored ones that it does not show. Untouched masks are sent back,
 * for which the service keeps what is stored. Emptied fields are left out.
 */
export function credentialsOf(
  fields: readonly CredentialField[],
  { draft, stored = {} }: { draft: Draft; stored?: Credentials },
): Credentials {
  const names = new Set(fields.map(({ name }) => name));
  const others = Object.entries(stored).filter(([name]) => !names.has(name));
  const given = fields.flatMap((field) => {
    const text = draft[field.name]?.trim() ?? "";
    return text === "" ? [] : [[field.name, valueIn(field, text)]];
  });
  return Object.fromEntries([...others, ...given]) as Credentials;
}

function valueIn({ kind }: CredentialField, text: string): unknown {
  if (kind === "boolean") return text === "true";
  return kind === "object" ? JSON.parse(text) : text;
}

/** What is wrong before the service is asked, by the name of the field. */
export function problemsOf(
  fields: readonly CredentialField[],
  draft: Draft,
  notJson: string,
): Readonly<Record<string, string>> {
  const wrong = fields.filter(({ kind, name }) => kind === "object" && !isJson(draft[name] ?? ""));
  return Object.fromEntries(wrong.map(({ name }) => [name, notJson]));
}

function isJson(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

/** The credentials in a call that is copied: what the field is called, in place of what was typed into a secret. */
export function copyable(fields: readonly CredentialField[], credentials: Credentials): Credentials {
  const open = new Set(
    fields.filter(({ isSecret, kind }) => !isSecret && kind !== "object").map(({ name }) => name),
  );
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const shown = Object.entries(credentials).map(([name, value]) => [
    name,
    open.has(name) ? value : `<${labels.get(name) ?? name}>`,
  ]);
  return Object.fromEntries(shown) as Credentials;
}
