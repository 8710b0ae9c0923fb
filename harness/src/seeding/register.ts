import { register } from "node:module";

/** Preloaded by a server with a seeded bug, see `node-variables.ts`. */
register("./hooks.js", import.meta.url, { data: process.env.HARNESS_SEEDED_BUG });
