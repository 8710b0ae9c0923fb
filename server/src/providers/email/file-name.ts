const NAMELESS = "attachment";

/**
 * The name of an attachment without folders, control characters, marks that reverse the direction of text (they hide a
 * file's extension) and the start of an encoded word (mail programs would decode it to any of these).
 */
export function fileName(name: string): string {
  const visible = name.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "").replaceAll("=?", "=_");
  const last = visible.split(/[/\\]/).at(-1)?.trim() ?? "";
  return /^\.{0,2}$/.test(last) ? NAMELESS : last;
}
