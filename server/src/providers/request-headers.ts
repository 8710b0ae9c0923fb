const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** Header values that Node.js accepts: no control characters except the tab, nothing beyond Latin-1. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/;

/** Headers that frame the message or control the connection; values from a trigger would allow request smuggling. */
const OURS = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Why a header is refused, without its value: values are often secrets. */
export function refusalOfHeaders(headers: Record<string, string>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) return "a header name holds characters that may not be sent";
    if (OURS.has(name.toLowerCase()) || /^proxy-/i.test(name)) return `the header ${name} may not be set`;
    if (!VALUE.test(value)) return `the value of the header ${name} cannot be sent`;
  }
  return undefined;
}

/** The call's headers and our own. Compressed responses are not requested: a small one can decompress to gigabytes. */
export function headersToSend(headers: Record<string, string>, body: string | Buffer | undefined) {
  return {
    "user-agent": "tidings",
    accept: "application/json, */*;q=0.5",
    ...headers,
    "accept-encoding": "identity",
    ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
  };
}
