/** They belong to the connection or to the bytes, not to the message. */
const TRANSPORT = [
  "host",
  "content-length",
  "accept-encoding",
  "user-agent",
  "accept-language",
  "sec-fetch-mode",
];
/** They state the name, the version or the attempt of an SDK, or which answers it reads: the vendor acts on none of them. */
const OF_SDK =
  /^(accept|accept-charset|amz-sdk-.*|x-amz-user-agent|x-fern-.*|x-stainless-.*|(x-ms-)?client-request-id|x-ms-useragent|os-usage-data|sdkversion|sentwith|x-firebase-client|x-goog-api-client|x-pusher-library|x-mailer)$/;
/** Different for each request. */
const MOMENTS = ["x-amz-date", "x-ms-date", "date"];
const HASHES = ["x-amz-content-sha256", "x-ms-content-sha256"];

/** The headers that say something about the message, as pairs of part and value; what is different each time is described. */
export function normalHeaders(headers) {
  return Object.entries(headers)
    .filter(([name]) => !TRANSPORT.includes(name) && !OF_SDK.test(name))
    .map(([name, value]) => [`header.${name}`, normal(name, String(value))]);
}

function normal(name, value) {
  if (MOMENTS.includes(name)) return "a time";
  if (HASHES.includes(name)) return "a hash of the body";
  if (name === "content-type") return value.replace(/;\s*boundary=.*$/, "").toLowerCase();
  if (name !== "authorization") return value;
  return value
    .replace(/\b(Signature=)[^,&\s]+/, "$1…")
    .replace(/\/\d{8}\//, "/DATE/")
    .replace(/[\w-]+\.[\w-]+\.[\w-]{40,}/, jwt)
    .replace(/^\w+ /, (scheme) => scheme.toLowerCase());
}

/** Its header and the names of its claims. */
function jwt(token) {
  const [header, claims] = token
    .split(".", 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
  return `JWT ${JSON.stringify(Object.fromEntries(Object.entries(header).sort()))} with ${Object.keys(claims).sort().join(", ")}`;
}
