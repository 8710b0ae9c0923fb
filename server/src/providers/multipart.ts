/** A file in a form. */
export type FilePart = { field: string; name: string; type: string; bytes: Buffer };

/** A form with files as `multipart/form-data` (RFC 7578). */
export function multipart(
  boundary: string,
  fields: readonly (readonly [name: string, value: string])[],
  files: readonly FilePart[],
): { type: string; body: Buffer } {
  const parts = [
    ...fields.map(([name, value]) => partOf(boundary, `name="${quoted(name)}"`, Buffer.from(value))),
    ...files.map(({ field, name, type, bytes }) =>
      partOf(
        boundary,
        `name="${quoted(field)}"; filename="${quoted(name)}"\r\nContent-Type: ${quoted(type)}`,
        bytes,
      ),
    ),
  ];
  const body = Buffer.concat([...parts.flat(), Buffer.from(`--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

function partOf(boundary: string, parameters: string, content: Buffer): Buffer[] {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n`;
  return [Buffer.from(head), content, Buffer.from("\r\n")];
}

/** Line breaks and quotes would end the value; browsers write them this way, too. */
function quoted(text: string): string {
  return text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
