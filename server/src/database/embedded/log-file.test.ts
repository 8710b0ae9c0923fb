import { closeSync, mkdtempSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ClusterPaths } from "./cluster-paths.ts";
import { cutLogFile, openLogFile } from "./log-file.ts";

test("log file: a large file is copied to .1 and truncated while the server writes to it", () => {
  const directory = mkdtempSync(join(tmpdir(), "tidings-log-"));
  const logFile = join(directory, "postgres.log");
  const paths = { logFile } as ClusterPaths;
  const output = openLogFile(paths);
  writeSync(output, "first line\n");
  cutLogFile(paths, 100);
  writeSync(output, "second line\n");
  expect(readFileSync(logFile, "utf8")).toBe("first line\nsecond line\n");
  cutLogFile(paths, 20);
  writeSync(output, "third line\n");
  expect(readFileSync(logFile, "utf8")).toBe("third line\n");
  expect(readFileSync(`${logFile}.1`, "utf8")).toBe("first line\nsecond line\n");
  closeSync(output);
  rmSync(directory, { recursive: true });
});
