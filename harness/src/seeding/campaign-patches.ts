/** Seeded bugs that the activities of the campaign of kills must find. */
export const CAMPAIGN_PATCHES = {
  /** A worker keeps the places of a rate that it does not use any more, and renews them, also while it sends nothing. */
  held_places: [
    {
      file: "server/dist/delivery/rates/kept-shares.js",
      from: "share.keep = time.after(KEPT_MS + share.keepsOpenMs, () => void giveBack.now([share]));",
      to: "share.keep = undefined;",
    },
    {
      file: "server/dist/delivery/worker/dispatcher.js",
      from: "if (held.length === 0)",
      to: "if (false)",
    },
  ],
  /** A worker calls a provider more often at the same time than its places allow. */
  unbound_calls: [
    {
      file: "server/dist/delivery/rates/rates.js",
      from: "isFrozen || rates?.concurrency === undefined ? undefined",
      to: "true ? undefined",
    },
  ],
  /** The press of a button is acknowledged, and not stored. */
  unstored_press: [
    {
      file: "server/dist/inbox/complete-action.js",
      from: "await saveCta(tx, environmentId, change.id, withResult(cta, change));",
      to: "withResult(cta, change);",
    },
  ],
  /** The same event of a vendor is another one each time. */
  receipt_twice: [
    {
      file: "server/dist/receipts/receipt-details.js",
      from: 'createHash("sha256")',
      to: 'createHash("sha256").update(String(Math.random()))',
    },
  ],
  /** Idempotency keys have no effect. */
  keys_ignored: [
    {
      file: "server/dist/http/register-endpoint.js",
      from: "takesIdempotencyKey(operation) ? idempotencyKeyOf(request.raw) : undefined",
      to: "undefined",
    },
  ],
  /** An erasure leaves the messages out. */
  left_messages: [
    {
      file: "server/dist/delivery/erasure/erase-step.js",
      from: "messages: eraseSomeMessages,",
      to: "messages: async () => undefined,",
    },
  ],
  /** An export has the first page of each part only, and ends as if it were complete. */
  short_export: [
    {
      file: "server/dist/personal-data/export-subscriber.js",
      from: "if (end.found < limit && rows.length === end.found)",
      to: "if (true)",
    },
  ],
} as const;
