/** The secret of a link is in the fragment, which no log, proxy or Referer sees. It leaves the address before it is used. */
let link = read();

/** The link's secret, once. */
export function takeSignInLink(): string | undefined {
  const taken = link;
  link = undefined;
  return taken;
}

function read(): string | undefined {
  const secret = new URLSearchParams(location.hash.slice(1)).get("link");
  if (!secret) return undefined;
  history.replaceState(null, "", "/dashboard/sign-in");
  return secret;
}
