import type { BaseRequests } from "./base-requests/base-request.ts";
import { OF_INBOXES } from "./base-requests/of-inboxes.ts";
import { OF_SETTINGS } from "./base-requests/of-settings.ts";
import { OF_SUBSCRIBERS } from "./base-requests/of-subscribers.ts";
import { OF_TRIGGERS } from "./base-requests/of-triggers.ts";

/** A request for every contract operation. */
export const BASE_REQUESTS: BaseRequests = {
  ...OF_SUBSCRIBERS,
  ...OF_INBOXES,
  ...OF_SETTINGS,
  ...OF_TRIGGERS,
};
