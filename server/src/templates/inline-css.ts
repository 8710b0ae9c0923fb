import { readFile } from "node:fs/promises";
import { initWasm, inline } from "@css-inline/css-inline-wasm";

let loading: Promise<void> | undefined;

/**
 * Copies the rules of the mail's own `<style>` blocks into the `style` attributes of its elements, because some mail programs
 * ignore the blocks. The blocks stay: they have what an attribute cannot hold (media queries, `:hover`). Nothing is loaded.
 * @throws RuntimeError when elements are nested too deep (about 1,000); then the thread must end, because the module's
 * stack is damaged.
 */
export async function inlineCss(html: string): Promise<string> {
  loading ??= load();
  await loading;
  return inline(html, { keepStyleTags: true, keepLinkTags: true, loadRemoteStylesheets: false });
}

async function load(): Promise<void> {
  const file = new URL(import.meta.resolve("@css-inline/css-inline-wasm/index_bg.wasm"));
  // The package's types lack the only form that its loader does not warn about.
  const options = { module_or_path: await readFile(file) } as unknown as Uint8Array<ArrayBuffer>;
  await initWasm(options);
}
