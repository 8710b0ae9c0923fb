import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Block, Page } from "./page.ts";

const MODULES = join(import.meta.dirname, "../../../node_modules");

/** The packages a reader has after `npm install`: nothing else can be imported. */
const INSTALLED = {
  "@tidings/client": "@tidings/client",
  "@types/node": "@types/node",
  "@novu/api": "@novu/api-3.19.1",
};

const OPTIONS = {
  compilerOptions: {
    strict: true,
    module: "NodeNext",
    target: "ES2023",
    skipLibCheck: true,
    types: ["node"],
    rootDir: "src",
    outDir: "out",
  },
  include: ["src"],
};

/** The TypeScript blocks of the pages, type-checked under `strict` and compiled. */
export type Programs = {
  /** The compiler's output; empty without errors. */
  readonly complaints: string;
  /** The compiled program of a block. */
  fileOf(page: Page, block: Block): string;
  close(): void;
};

export async function compilePrograms(pages: readonly Page[]): Promise<Programs> {
  const directory = mkdtempSync(join(tmpdir(), "tidings-guide-programs-"));
  for (const [name, source] of Object.entries(INSTALLED)) {
    mkdirSync(join(directory, "node_modules", name, ".."), { recursive: true });
    symlinkSync(join(MODULES, source), join(directory, "node_modules", name));
  }
  mkdirSync(join(directory, "src"));
  writeFileSync(join(directory, "package.json"), '{"type":"module"}');
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(OPTIONS));
  const nameOf = (page: Page, { line }: Block) => `${page.name.replace(/\W+/g, "-")}-line-${line}`;
  for (const page of pages) {
    for (const block of page.blocks.filter(({ language }) => language === "ts")) {
      writeFileSync(join(directory, "src", `${nameOf(page, block)}.ts`), block.code);
    }
  }
  return {
    complaints: await compile(directory),
    fileOf: (page, block) => join(directory, "out", `${nameOf(page, block)}.js`),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function compile(directory: string): Promise<string> {
  const compiler = join(MODULES, "typescript/bin/tsc");
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, "-p", directory], (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
