/** The service's address without a trailing slash; it may have a path. @throws TypeError */
export function serviceAddress(url: string): string {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new TypeError(`"${url}" is not the address of a service, such as http://127.0.0.1:3000`);
  }
  return `${address.origin}${address.pathname}`.replace(/\/+$/, "");
}

/** Fills path parameters and query into an operation's path. */
export function pathOf(
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => segment(name, params[name]));
  const search = queryText(query);
  return search === "" ? filled : `${filled}?${search}`;
}

/** Rejects an empty segment, which would address the list, and dot segments, which URL parsers remove. */
function segment(name: string, value: string | undefined): string {
  if (value === undefined || value === "") throw new TypeError(`${name} is missing`);
  if (value === "." || value === "..")
    throw new TypeError(`${name} cannot be "${value}": URLs cannot contain it as a segment`);
  return encodeURIComponent(value);
}

/** Lists become repeated keys; undefined and null are omitted. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  return search.toString();
}
