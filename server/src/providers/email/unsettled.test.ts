import { expect, test } from "vitest";
import { mailTo } from "../../../testing/mail-servers.ts";
import { recipientsLeft, withoutSettled } from "./unsettled.ts";

const [ada, bob, cem, dan] = ["ada", "bob", "cem", "dan"].map((name) => ({ address: `${name}@example.com` }));
const mail = mailTo({ to: [ada, dan], cc: [bob, { address: "ADA@example.com" }], bcc: [cem] } as never);

test("a mail goes to each of its recipients once, without the settled ones", () => {
  expect(recipientsLeft(mail)).toEqual(["ada", "dan", "bob", "cem"].map((name) => `${name}@example.com`));
  expect(recipientsLeft({ ...mail, settled: ["Ada@example.com", "cem@example.com"] })).toEqual([
    "dan@example.com",
    "bob@example.com",
  ]);
});

test.each([
  [[], { to: [ada, dan], cc: mail.cc, bcc: [cem] }],
  [["bob@example.com"], { to: [ada, dan], cc: [{ address: "ADA@example.com" }], bcc: [cem] }],
  [["ada@example.com", "cem@example.com"], { to: [dan], cc: [bob] }],
  [["ada@example.com", "dan@example.com"], { to: [bob], bcc: [cem] }],
  [["ada@example.com", "dan@example.com", "bob@example.com"], { to: [cem] }],
  [["ada@example.com", "dan@example.com", "bob@example.com", "cem@example.com"], { to: [] }],
])("for a vendor, without %j", (settled, lists) => {
  const { to, cc, bcc } = withoutSettled({ ...mail, settled });
  expect({ to, ...(cc && { cc }), ...(bcc && { bcc }) }).toEqual(lists);
});
