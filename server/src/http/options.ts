import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Answers OPTIONS for every path registered after this call with the allowed methods (RFC 9110, 9.3.7). Call the returned
 * function after the last route. `inbox-cors.ts` adds headers for the inbox.
 */
export function answerOptions(app: FastifyInstance): () => void {
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    // Paths that differ only in the names of their parameters are the same.
    const key = url.replaceAll(/:\w+/g, ":id");
    const allowed = methods.get(key) ?? new Set(["OPTIONS"]);
    for (const one of [method].flat()) allowed.add(one);
    methods.set(key, allowed);
  });
  return () => {
    for (const [url, allowed] of [...methods]) {
      const allow = [...allowed].sort().join(", ");
      // In a hook before the body is read: no answer to OPTIONS depends on a body.
      const onRequest = async (_request: FastifyRequest, reply: FastifyReply) =>
        reply.code(204).header("allow", allow).send();
      app.options(url, { onRequest }, async () => undefined);
    }
  };
}
