import type { Failure } from "../model/attempt.ts";
import { button } from "./button.ts";
import { element, fill, focused } from "./dom.ts";

/** A sentence about a failed request, with a button that repeats it. Screen readers say it at once. */
export function createNotice() {
  const root = element("div", { part: "notice", role: "alert" });
  let shown: Failure | undefined;
  return {
    root,
    show(failure: Failure | undefined, retryLabel: string): void {
      if (failure === shown) return;
      shown = failure;
      // The focus would be lost with the button.
      if (root.contains(focused(root))) root.parentElement?.focus();
      fill(root);
      if (!failure) return;
      const retry = button({ class: "text" }, failure.retry, retryLabel);
      fill(root, element("span", {}, failure.message), retry);
    },
  };
}
