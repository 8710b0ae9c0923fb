export * from "./brand.ts";
export * from "./errors.ts";
export * from "./operation.ts";
export * from "./pages.ts";
export * from "./provider-ids.ts";
export * from "./vocabulary.ts";
