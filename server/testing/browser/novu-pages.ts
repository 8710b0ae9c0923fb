/** Scripts of `pages/` that use Novu's packages; each is bundled, and has a page of the same name. */
export const NOVU_PAGES = ["novu-inbox", "novu-headless", "novu-subscription"] as const;
export type NovuPage = (typeof NOVU_PAGES)[number];
