import { useLocation } from "@tanstack/react-router";

/**
 * Differs for each entry of the browser's history. Lists are cached by it: Back shows the same rows as before, while
 * another visit reads the list anew.
 */
export const useEntryKey = (): string => useLocation({ select: ({ state }) => state.__TSR_key ?? "" });
