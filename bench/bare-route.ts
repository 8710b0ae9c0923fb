import Fastify from "fastify";

/**
 * A program: a Fastify server with one route, which answers the text of the environment variable BODY as JSON. It prints its
 * URL. It listens on PORT.
 */
const body = process.env.BODY ?? "{}";
const app = Fastify();
app.get("/v1/notifications/:notificationId", async (_request, reply) =>
  reply.header("content-type", "application/json; charset=utf-8").send(body),
);
process.stdout.write(`ready at ${await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) })}\n`);
