import { useState } from "react";
import { Button } from "../components/button.tsx";
import { now, useNow } from "./clock.tsx";
import { retryAfterMsOf } from "./service.ts";
import { words } from "./words.ts";

/** After 429 and 503, counts the seconds that the service asked to wait for. */
export function RetryButton({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const [since] = useState(now);
  const present = useNow(1_000);
  const leftMs = retryAfterMsOf(error) - (present.getTime() - since.getTime());
  const isWaiting = leftMs > 0;
  return (
    <Button onClick={onRetry} isSmall disabled={isWaiting}>
      {isWaiting ? `${words.tryAgain} in ${Math.ceil(leftMs / 1_000)} s` : words.tryAgain}
    </Button>
  );
}
