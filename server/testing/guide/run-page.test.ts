import { expect, test } from "vitest";
import { blocksOf } from "./page.ts";
import { compilePrograms, type Programs } from "./programs.ts";
import { runPage } from "./run-page.ts";

/** Tests that wrong pages are detected, since all pages of the guide pass. */

const NO_PROGRAMS: Programs = { complaints: "", fileOf: () => "", close: () => {} };
type Example = readonly [info: string, code: string];

const FENCE = "```";
const pageOf = (...blocks: Example[]) => {
  const text = blocks.map(([info, code]) => `${FENCE}${info}\n${code}\n${FENCE}\n`).join("\n");
  return { name: "page.md", text, blocks: blocksOf(text) };
};

async function played(...blocks: Example[]): Promise<string> {
  const page = pageOf(...blocks);
  return runPage(page, NO_PROGRAMS, {}).then(
    () => "as shown",
    (error: Error) => error.message.split("\n")[0] ?? "",
  );
}

test("guide page: a correct page has no problems; its variables and files are kept", async () => {
  const sum = [
    ["json file=sum.json", '{"sum":[1,{"two":"2 of 3"}],"more":true}'],
    ["sh", "NAME=sum"],
    ["sh", "cat $NAME.json"],
    ["json answer", '{"sum":[1,{"two":"2 of …"}]}'],
    ["sh fails", "cat nothing"],
    ["text answer", "…No such file…"],
    ["sh shown", "exit 1"],
  ] as const;
  expect(await played(...sum)).toBe("as shown");
});

test.each([
  [
    "another value",
    [
      ["sh", "echo '{\"a\":1}'"],
      ["json answer", '{"a":2}'],
    ],
    "docs/page.md:1: a is 1",
  ],
  [
    "a longer list",
    [
      ["sh", "echo '[1,2]'"],
      ["json answer", "[1]"],
    ],
    "docs/page.md:1: the answer has 2 items",
  ],
  [
    "no such line",
    [
      ["sh", "echo one"],
      ["text answer", "two"],
    ],
    'docs/page.md:1: there is no line "two"',
  ],
  ["a command that fails", [["sh", "true\nfalse\ntrue"]], "docs/page.md:1: the exit code is 1"],
  ["one that does not", [["sh fails", "true"]], "docs/page.md:1: the exit code is 0"],
] as const)(
  "Given a page whose example has %s, when it is performed, then it is found",
  async (_what, blocks, problem) => {
    expect(await played(...blocks)).toBe(problem);
  },
);

test("guide page: TypeScript that fails under `strict` is reported with its line", async () => {
  const programs = await compilePrograms([
    pageOf(["ts", "export const length = (text?: string) => text.length;"]),
  ]);
  expect(programs.complaints).toMatch(/page-md-line-1\.ts.*'text' is possibly 'undefined'/);
  programs.close();
});
