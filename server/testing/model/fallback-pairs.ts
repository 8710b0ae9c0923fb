/**
 * What becomes of a message that two integrations may carry, by the answers of the first one (A, a row) and of its fallback (B, a column):
 * the calls in their order, and the end. After its answer an integration accepts, except that a refused account stays refused.
 */
const TABLE = `
A                   | B accepts           | B is down           | B limits the rate   | B refuses the account | B refuses the address | B refuses the message | B is unclear
is down             | A B sent            | A B B sent          | A B B sent          | A B A sent            | A B recipient_error   | A B rejected          | A B B sent
limits the rate     | A B sent            | A B B sent          | A B B sent          | A B A sent            | A B recipient_error   | A B rejected          | A B B sent
is paused           | B sent              | B B sent            | B B sent            | B A sent              | B recipient_error     | B rejected            | B B sent
refuses the account | A B sent            | A B B sent          | A B B sent          | A B config_error      | A B recipient_error   | A B rejected          | A B B sent
refuses the address | A recipient_error   | A recipient_error   | A recipient_error   | A recipient_error     | A recipient_error     | A recipient_error     | A recipient_error
refuses the message | A rejected          | A rejected          | A rejected          | A rejected            | A rejected            | A rejected            | A rejected
is unclear          | A A sent            | A A sent            | A A sent            | A A sent              | A A sent              | A A sent              | A A sent
`;

/** `course`: the calls and the end, as in the table. */
export type FallbackPair = { fallback: string; course: string };
export type FallbackRow = { first: string; pairs: readonly FallbackPair[] };

const [heads, ...rows] = TABLE.trim()
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** The table by its rows. */
export const FALLBACK_ROWS: readonly FallbackRow[] = rows.map(([first = "", ...courses]) => ({
  first,
  pairs: courses.map((course, index) => ({
    fallback: heads?.[index + 1]?.replace(/^B /, "") ?? "",
    course,
  })),
}));
