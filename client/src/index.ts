export type { AppliedWorkflow } from "./apply-workflow.ts";
export type { Call, Request } from "./call.ts";
export { type ClientOptions, createClient, type Tidings } from "./client.ts";
export { type NumberedPage, nextPage } from "./next-page.ts";
export { type FieldErrors, TidingsError } from "./tidings-error.ts";
