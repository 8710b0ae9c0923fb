import { register } from "node:module";

/** Loaded by a server before its own code, see `seeding.ts`. */
register("./hooks.js", import.meta.url, { data: process.env.HARNESS_SEEDLING });
