import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../", import.meta.url));

const importing = (modules: string) => new RegExp(`from "[./]*(?:testing/)?(?:${modules})(?:\\.ts|/)`);

/** They use a database of the run's server: stores, migrations and services. */
const WITH_DATABASE = importing("test-database|test-service|cluster|model");

/**
 * They test what happens after a call: the engine, whose statements run as the owner of the tables, processes of their own,
 * and other clients of the same operations. Row-level security changes nothing there.
 */
const OF_DELIVERY = importing(
  "virtual-time|scripted-provider|receivers|http2-receiver|test-process|novu-clients",
);

/** Their names say that they are about calls, whatever else they use. */
const OF_CALLS = /(?:-api|-lists|-records|-report|isolation|tenants|model|row-level-security)\.test\.ts$/;

/**
 * Whether `npm run test:rls` repeats a test file of the server, under row-level security and on another PostgreSQL:
 * tests of stores and migrations, and of what a call of an operation reads and writes.
 * @param path from `server/`
 */
export function isRepeated(path: string, text: string): boolean {
  if (!WITH_DATABASE.test(text)) return false;
  return path.startsWith("src/") || OF_CALLS.test(path) || !OF_DELIVERY.test(text);
}

/** The files that `npm run test:rls` repeats, from the root. */
export function rowSecuredTests(): string[] {
  return ["src", "scenarios"].flatMap((folder) =>
    readdirSync(join(SERVER, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
      .filter(
        (file) => file.endsWith(".test.ts") && isRepeated(file, readFileSync(join(SERVER, file), "utf8")),
      )
      .map((file) => `server/${file}`),
  );
}
