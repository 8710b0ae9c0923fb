const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** What Node.js accepts in a header value: no control character but the tab, nothing above Latin-1. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/;

/** They frame the message or steer the connection; a value of the caller's would allow smuggling. */
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

/** Says what is wrong with a header, without its value: values are often secrets. */
export function refusalOfHeaders(headers: Record<string, string>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) return "a header name holds characters that may not be sent";
    if (OURS.has(name.toLowerCase()) || /^proxy-/i.test(name)) return `the header ${name} may not be set`;
    if (!VALUE.test(value)) return `the value of the header ${name} cannot be sent`;
  }
  return undefined;
}

/** The caller's headers and ours. Compressed answers are not asked for: a small one can unfold to gigabytes. */
export function headersToSend(headers: Record<string, string>, body: string | undefined) {
  return {
    "user-agent": "tidings",
    accept: "application/json, */*;q=0.5",
    ...headers,
    "accept-encoding": "identity",
    ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
  };
}
