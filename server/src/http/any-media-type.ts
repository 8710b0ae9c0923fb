import type { FastifyInstance, FastifyRequest } from "fastify";

/** The media types that the framework accepts in any case, with any parameters. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+\s*(?:;|$)/;

type ReadBody = (request: FastifyRequest, body: Buffer) => Promise<unknown>;

/**
 * Lets the routes of this context of the framework take bodies of any media type. The framework answers 415 to a header that is no
 * media type before it asks a parser, so that header is dropped.
 */
export function acceptAnyMediaType(routes: FastifyInstance, readBody: ReadBody): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser("*", { parseAs: "buffer" }, readBody);
  routes.addHook("onRequest", async ({ raw: { headers } }) => {
    if (!MEDIA_TYPE.test(headers["content-type"] ?? "")) delete headers["content-type"];
  });
}
