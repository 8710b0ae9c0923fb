import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";

/**
 * Whether the body of a mail is a document of Novu's block editor: JSON, which must not be sent as a mail.
 * `editorType: "block"` alone does not say so: Novu's clients add it to every mail whose sender says nothing about it.
 */
export function isBlockBody({ editorType, body }: JsonObject): boolean {
  if (editorType === "html" || typeof body !== "string" || !body.trimStart().startsWith("{")) return false;
  const document = parsed(body);
  if (document === undefined) return BEGINNING.test(body);
  return isJsonObject(document) && (editorType === "block" || document.type === "doc");
}

/** The start of a block document that is not valid JSON, because it has Liquid tags between its members. */
const BEGINNING = /^\s*\{\s*"type"\s*:\s*"doc"/;

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
