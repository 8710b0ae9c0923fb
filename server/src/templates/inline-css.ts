import { readFile } from "node:fs/promises";
import { initWasm, inline } from "@css-inline/css-inline-wasm";
import { scanTags } from "./html-tags.ts";
import { MAX_PREPARED_CHARS } from "./limits.ts";
import type { Declaration } from "./mail-css/declarations.ts";
import { outrankingOf } from "./mail-css/outranking.ts";
import { type FoundBlock, styleBlockOf, styleBlocksIn } from "./mail-css/style-blocks.ts";
import { rulesIn, type StyleRule } from "./mail-css/style-rules.ts";
import { ElementReader, matchingOf } from "./mail-css/styled-elements.ts";
import { usesVariables } from "./mail-css/variables.ts";
import { edited, raises, styleWriter } from "./mail-css/write-styles.ts";

/**
 * Copies the rules of the mail's own `<style>` blocks into the `style` attributes of its elements, because some mail programs
 * ignore the blocks. The blocks stay: they have what an attribute cannot hold (media queries, `:hover`). A program that reads them shows
 * the mail as it was before. Nothing is loaded.
 *
 * css-inline tells which rules are for which element; ranks, importance and variables are ours, because css-inline copies all rules as
 * if they were for all devices, keeps `!important`, and mixes up shorthands.
 * @returns more than MAX_PREPARED_CHARS, and not all, when it gets too long.
 * @throws RuntimeError when elements are nested too deep (about 1,000); then the thread must end, because the module's
 * stack is damaged.
 */
export function inlineCss(html: string): string {
  const blocks = styleBlocksIn(html);
  const rules = blocks.flatMap((block, at) => rulesIn(block, at));
  if (!rules.some(({ when }) => when === "always") && !usesVariables(html)) return html;
  const { css, ruleOf } = matchingOf(rules);
  const matched = inline(html, { ...KEEPING, inlineStyleTags: false, extraCss: css });
  const [written, styled] = readMatched(matched, ruleOf);
  const outranking = outrankingOf(styled.styles(), areSame(blocks, written));
  const areFixed = !rules.some((rule) => rule.when !== "always" && rule.declarations.some(isVariable));
  const edits = [
    ...rules.flatMap((rule) => raises(rule, written[rule.block], outranking)),
    ...styled.elements.map(styleWriter(outranking, areFixed)),
  ];
  return edited(matched, edits, MAX_PREPARED_CHARS);
}

function readMatched(html: string, ruleOf: readonly StyleRule[]): [FoundBlock[], ElementReader] {
  const blocks: FoundBlock[] = [];
  const elements = new ElementReader(html, ruleOf);
  scanTags(html, (tag) => {
    const block = styleBlockOf(html, tag);
    if (block) blocks.push(block);
    elements.read(tag);
  });
  return [blocks, elements];
}

const KEEPING = { keepStyleTags: true, keepLinkTags: true, loadRemoteStylesheets: false };

function isVariable({ name }: Declaration): boolean {
  return name.startsWith("--");
}

/** Whether the style blocks are where they were: css-inline moves or drops some that are where none may be. */
function areSame(given: readonly FoundBlock[], written: readonly FoundBlock[]): boolean {
  return given.length === written.length && written.every(({ css }, at) => css === given[at]?.css);
}

/** Loads the module of css-inline, before the first `inlineCss`. Not awaited at the top of this file: see nodejs/node issue 62114. */
export async function loadCssInline(): Promise<void> {
  const file = new URL(import.meta.resolve("@css-inline/css-inline-wasm/index_bg.wasm"));
  // The package's types lack the only form that its loader does not warn about.
  const options = { module_or_path: await readFile(file) } as unknown as Uint8Array<ArrayBuffer>;
  await initWasm(options);
}
