import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import { Liquid } from "liquidjs";
import { openRecord } from "./record.mjs";

/** The recipients of one queue job. A large broadcast becomes several jobs, which the queue accepts atomically. */
const RECIPIENTS_PER_JOB = 500;

const engine = new Liquid({ cache: true });
const SUBJECT = engine.parse("Hello {{subscriber.subscriberId}}");
const BODY = engine.parse("{{payload.text}}");

const TRIGGER = {
  body: {
    type: "object",
    required: ["to", "payload"],
    properties: {
      to: { type: "array", minItems: 1, items: { type: "string" } },
      payload: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
    },
  },
};
const PAGE = {
  querystring: {
    type: "object",
    properties: {
      subscriberId: { type: "string" },
      page: { type: "integer", minimum: 0, default: 0 },
      limit: { type: "integer", minimum: 1, maximum: 100, default: 10 },
    },
  },
};

/**
 * The notification service of the queue peers; only the queue differs. Runs until SIGTERM, with PORT and DATABASE_URL from
 * the environment.
 * @param openQueue gets the database pool and `perform(jobs)`, which stores all notifications of some jobs in one
 *   transaction; returns `enqueue(jobs)`, which resolves when the queue has stored the jobs, and `close()`.
 */
export async function runNotificationService(openQueue) {
  const record = await openRecord(process.env.DATABASE_URL);
  const queue = await openQueue({
    pool: record.pool,
    perform: (jobs) => record.store(jobs.flatMap(notificationsOf)),
  });
  // A broadcast to 100,000 recipients has 1.5 MB.
  const app = Fastify({ bodyLimit: 20 * 1024 * 1024 });
  app.post("/trigger", { schema: TRIGGER }, async ({ body }, reply) => {
    const transactionId = randomUUID();
    await queue.enqueue(jobsOf(transactionId, body));
    return reply.code(201).send({ transactionId });
  });
  app.get("/count", async () => ({ stored: await record.count() }));
  app.get("/messages", { schema: PAGE }, ({ query }) =>
    record.list(query.subscriberId, query.page, query.limit),
  );
  process.once("SIGTERM", async () => {
    await app.close();
    await queue.close();
    await record.close();
  });
  const url = await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT ?? 0) });
  process.stdout.write(`ready at ${url}\n`);
}

function jobsOf(transactionId, { to, payload }) {
  const recipients = [...new Set(to)];
  const starts = Array.from(
    { length: Math.ceil(recipients.length / RECIPIENTS_PER_JOB) },
    (_, i) => i * RECIPIENTS_PER_JOB,
  );
  return starts.map((start) => ({
    transactionId,
    to: recipients.slice(start, start + RECIPIENTS_PER_JOB),
    payload,
  }));
}

function notificationsOf({ transactionId, to, payload }) {
  return to.map((subscriberId) => {
    const scope = { subscriber: { subscriberId }, payload };
    const [subject, body] = [engine.renderSync(SUBJECT, scope), engine.renderSync(BODY, scope)];
    return { transactionId, subscriberId, payload, subject, body };
  });
}
