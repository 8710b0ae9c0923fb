import { CONTEXT_WORD_PATTERN } from "./contexts.ts";
import { COLOR_PATTERN, ENVIRONMENT_WORD_PATTERN } from "./environments.ts";
import { DATABASE_ID_PATTERN, SUBSCRIBER_ID_PATTERN, VALID_ID_PATTERN } from "./fields.ts";
import { IDENTIFIER_PATTERN } from "./workflow-input.ts";

/** The error message for each pattern of the contract, without the field's name. */
export const PATTERN_SENTENCES: Readonly<Record<string, string>> = {
  [DATABASE_ID_PATTERN]: "must be a mongodb id",
  [VALID_ID_PATTERN]: "may hold letters, digits, _ : . and -, or be like an e-mail address",
  [SUBSCRIBER_ID_PATTERN]: "must not be blank or contain control characters",
  [IDENTIFIER_PATTERN]: "may hold letters and digits, with single hyphens, underscores or dots between them",
  [ENVIRONMENT_WORD_PATTERN]: "may hold letters, digits, _ . and -",
  [COLOR_PATTERN]: "must be a colour such as #7e52f4",
  [CONTEXT_WORD_PATTERN]: "must be 1 to 100 letters, digits, _ or -",
};
