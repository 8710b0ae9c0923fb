import { createHash } from "node:crypto";

/** A file of a form. */
export type FilePart = { field: string; name: string; type: string; bytes: Buffer };

/** The body of a request, and its `Content-Type`. */
export type Content = { type: string; body: string | Buffer };

/**
 * Node.js encodes the form (RFC 7578) as the body of a `Response`, which is the only way to get its bytes. Its random boundary is
 * replaced by a hash of the message's key and of the form, so that every attempt sends the same bytes, and no author of a text
 * can write the boundary into it.
 */
export async function multipart(
  pairs: [string, string][],
  files: readonly FilePart[],
  key: string | undefined,
): Promise<Content> {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  for (const { field, name, type, bytes } of files) form.append(field, new Blob([bytes], { type }), name);
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "multipart/form-data";
  const body = Buffer.from(await encoded.arrayBuffer());
  const random = /boundary=(\S+)/.exec(type)?.[1];
  if (key === undefined || random === undefined) return { type, body };
  const hash = createHash("sha256").update(key).update(JSON.stringify(pairs));
  for (const { bytes } of files) hash.update(bytes);
  const own = `form-${hash.digest("hex").slice(0, 32)}`;
  // Latin-1 maps each byte to one character and back.
  const text = body.toString("latin1").replaceAll(random, own);
  return { type: type.replace(random, own), body: Buffer.from(text, "latin1") };
}
