import type { Failure } from "../model/notification-list.ts";
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
      const button = element("button", { type: "button", part: "button", class: "text" }, retryLabel);
      button.addEventListener("click", () => failure.retry());
      fill(root, element("span", {}, failure.message), button);
    },
  };
}
