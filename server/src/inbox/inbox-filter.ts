import type { Severity } from "@tidings/contract";
import type { JsonObject } from "../foundation/json.ts";

/** Which in-app messages of an inbox are meant; all given conditions must match. */
export type InboxFilter = {
  read?: boolean | undefined;
  seen?: boolean | undefined;
  archived?: boolean | undefined;
  snoozed?: boolean | undefined;
  /** Each group must have a tag in common with the message. */
  tagGroups?: readonly (readonly string[])[] | undefined;
  severities?: readonly Severity[] | undefined;
  /** Members that the message's data has. */
  data?: JsonObject | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
};
