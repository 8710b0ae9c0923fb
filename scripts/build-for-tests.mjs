// The setup of a test run: threads and processes of the tests run the build (contract, client and server), which is made
// here if it does not match the sources.
import { buildRuntime } from "./build-runtime.mjs";

// biome-ignore lint/style/noDefaultExport: vitest asks for a default export
export default async function setup() {
  await buildRuntime((sentence) => process.stdout.write(`${sentence}\n`));
}
