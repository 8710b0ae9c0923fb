import { randomUUID } from "node:crypto";
import express from "express";

/**
 * The routes of the benchmark, with the services that Directus gives its extensions, in the same process. No token is
 * checked, and nothing is written to the activity log. Directus' own API is there too, under `/items`.
 */
const register = ({ init }, { services, getSchema, database }) => {
  init("routes.before", ({ app }) => {
    app.post("/trigger", express.json({ limit: "20mb" }), trigger);
    app.get("/messages", list);
    app.get("/count", count);
  });

  const items = async (collection) =>
    new services.ItemsService(collection, { schema: await getSchema(), knex: database });

  async function trigger({ body: { to, payload } }, response) {
    const transactionId = randomUUID();
    const messages = [...new Set(to)].map((subscriberId) => ({
      transaction_id: transactionId,
      subscriber_id: subscriberId,
      subject: `Hello ${subscriberId}`,
      body: payload.text,
    }));
    await (await items("messages")).createMany(messages);
    response.status(201).json({ transactionId });
  }

  /** As `GET /items/messages?filter[subscriber_id][_eq]=…&search=…&meta=filter_count`. */
  async function list({ query: { subscriberId, search, page = 0, limit = 10 } }, response) {
    const query = {
      ...(subscriberId && { filter: { subscriber_id: { _eq: subscriberId } } }),
      ...(search && { search }),
    };
    const meta = new services.MetaService({ schema: await getSchema(), knex: database });
    const [data, totalCount] = await Promise.all([
      (await items("messages")).readByQuery({
        ...query,
        sort: ["-id"],
        limit: Number(limit),
        offset: Number(page) * Number(limit),
      }),
      meta.filterCount("messages", query),
    ]);
    response.json({ data, totalCount });
  }

  async function count(_request, response) {
    const [row] = await database("messages").count();
    response.json({ stored: Number(row.count) });
  }
};

// biome-ignore lint/style/noDefaultExport: Directus loads the default export of an extension.
export default register;
