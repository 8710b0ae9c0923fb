/** The tabs of a subscriber's page, which are the end of its address. */
export const TABS = ["notifications", "profile", "preferences", "messages", "topics", "would-get"] as const;
export type TabName = (typeof TABS)[number];
