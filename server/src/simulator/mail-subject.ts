/** The subject in the source of a mail, with encoded words (RFC 2047) in UTF-8 decoded; empty if there is none. */
export function subjectOf(source: string): string {
  const [header = ""] = source.split(/\r?\n\r?\n/, 1);
  const unfolded = header.replace(/\r?\n(?=[ \t])/g, "");
  const [, subject = ""] = /^subject:[ \t]*(.*)$/im.exec(unfolded) ?? [];
  return subject
    .trim()
    .replace(/\?=[ \t]+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toLowerCase() === "b" ? Buffer.from(text, "base64").toString() : unquoted(text),
    );
}

/** The encoding Q: `_` is a space, `=C3` a byte. */
function unquoted(text: string): string {
  const bytes = text
    .replaceAll("_", " ")
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
