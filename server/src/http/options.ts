import type { FastifyInstance } from "fastify";

/**
 * Answers OPTIONS for every path that is registered after this call, with the methods it takes (RFC 9110, 9.3.7). No
 * CORS: other sites' pages have no business here, so a browser's preflight is not granted. Call the result at the end.
 */
export function answerOptions(app: FastifyInstance): () => void {
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    // A path is the same whatever its parameters are called.
    const key = url.replaceAll(/:\w+/g, ":id");
    const known = methods.get(key) ?? new Set(["OPTIONS"]);
    for (const one of [method].flat()) known.add(one);
    methods.set(key, known);
  });
  return () => {
    for (const [url, allowed] of [...methods]) {
      const allow = [...allowed].sort().join(", ");
      app.options(url, (_request, reply) => reply.code(204).header("allow", allow).send());
    }
  };
}
