/** The files of each screen, by the pattern of its address: what the dashboard's build writes into `screens.json`. */
export type ScreenFiles = {
  readonly entry: string;
  /** Of the page for signing in. */
  readonly signIn: readonly string[];
  /** Patterns have no slash at their ends; a segment that begins with `$` stands for any. */
  readonly screens: Readonly<Record<string, readonly string[]>>;
};

/**
 * The `Link` header of the page at a path below `/dashboard/`: what the browser loads at once, without waiting until
 * scripts ask for it. The entry is the first, because browsers send requests of equal priority in this order.
 */
export type LinksOf = (path: string, isSignedIn: boolean) => string;

export function createLinksOf({ entry, signIn, screens }: ScreenFiles): LinksOf {
  const patterns = Object.entries(screens)
    .map(([pattern, files]) => ({ segments: pattern.split("/"), files }))
    .sort((one, other) => variablesIn(one.segments) - variablesIn(other.segments));
  return (path, isSignedIn) => {
    const segments = path.replace(/\/$/, "").split("/");
    const files = patterns.find((one) => isMatch(one.segments, segments))?.files ?? [];
    const all = new Set([entry, ...files, ...(isSignedIn ? [] : signIn)]);
    return [...[...all].map(fileLink), ...(path === SIGN_IN ? [] : [SESSION_LINK])].join(", ");
  };
}

/** There, the page may sign in by the secret in its address instead of reading the session. */
const SIGN_IN = "sign-in";
const SESSION_LINK = "</dashboard/session>; rel=preload; as=fetch; crossorigin";

const fileLink = (file: string): string =>
  `</dashboard/${file}>; rel=${file.endsWith(".css") ? "preload; as=style" : "modulepreload"}; crossorigin`;

const isVariable = (segment: string): boolean => segment.startsWith("$");
const variablesIn = (segments: readonly string[]): number => segments.filter(isVariable).length;

const isMatch = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((segment, at) => isVariable(segment) || segment === segments[at]);
