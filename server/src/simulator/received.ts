/** A request that a vendor received. */
export type Received = {
  method: string;
  /** Path and query, without the prefix of the vendor in the simulator. */
  path: string;
  /** The URL that the client called. */
  url: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  bytes: Buffer;
  /** See `decodeBody`. */
  body: unknown;
};

/**
 * The parsed JSON, or the fields of a form (urlencoded or multipart) as an object; a file is its name, type and text. Another body
 * is a text.
 */
export async function decodeBody(bytes: Buffer, type: string): Promise<unknown> {
  if (bytes.length === 0) return {};
  if (/form/.test(type)) return fieldsOf(bytes, type);
  const text = bytes.toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function fieldsOf(bytes: Buffer, type: string): Promise<unknown> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
    const fields = [...form].map(async ([name, value]) => [
      name,
      typeof value === "string" ? value : { name: value.name, type: value.type, text: await value.text() },
    ]);
    return Object.fromEntries(await Promise.all(fields));
  } catch {
    return bytes.toString();
  }
}
