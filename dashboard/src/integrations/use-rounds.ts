import type { Integration } from "@tidings/contract";
import { useState } from "react";

/**
 * A form begins anew after each save and each discard: `round` is its key. After a save it begins with what the service
 * answered, because what is read again may reach the page a moment later.
 */
export function useRounds(read: Integration) {
  const [{ round, integration }, setState] = useState({ round: 0, integration: read });
  const begin = (next: Integration): void => setState({ round: round + 1, integration: next });
  return { round, integration, onSaved: begin, onDiscard: () => begin(read) };
}

/** What each form of a part of an integration gets. */
export type RoundProps = {
  integration: Integration;
  onSaved: (saved: Integration) => void;
  onDiscard: () => void;
};
