/** They are no addresses for a reader: code, contents, and parts of the mail. */
const NOT_READABLE = /^(?:about|blob|cid|data|javascript|mid|vbscript):/i;
/** Browsers leave tabs and line ends out of addresses, and other control characters out of their ends. */
const CONTROL_CHARACTERS = /\p{Cc}+/gu;
const MAIL = /^mailto:/i;

/** The address of a link as a reader can use it; undefined for a place in the mail, and for code. */
export function readableAddress(href = ""): string | undefined {
  const address = href.replace(CONTROL_CHARACTERS, "").trim();
  if (address.startsWith("#") || NOT_READABLE.test(address)) return undefined;
  return address.replace(MAIL, "") || undefined;
}

/** Whether the words of a link, without their spaces, are its address. */
export function areAddress(words: string, address: string): boolean {
  return withoutSlash(words) === withoutSlash(address);
}

function withoutSlash(address: string): string {
  return address.endsWith("/") ? address.slice(0, -1) : address;
}
