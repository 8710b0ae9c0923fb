import type { ServerResponse } from "node:http";

/** Calls `work` when the response was sent or its client has gone, at once if that was before. */
export function onceClosed(response: ServerResponse, work: () => void): void {
  if (response.destroyed) work();
  else response.once("close", work);
}
