import { readFile } from "node:fs/promises";
import { openApiDocument } from "@tidings/contract";
import type { FastifyInstance } from "fastify";
import { VERSION } from "../foundation/version.ts";
import { CONTROL_SCHEMAS } from "../workflows/control-schemas/control-schemas.ts";
import type { RequestPipeline } from "./register-endpoint.ts";
import { pageText } from "./static-file.ts";

/** Copied by the build (`copy-assets.mjs`); the path is the same from src/ and from dist/. */
const REFERENCE = new URL("../../assets/reference/", import.meta.url);
const ASSETS = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
} as const;

/** The page loads only from this server, so that it works without internet access. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const CONTROLS = Object.fromEntries(
  Object.entries(CONTROL_SCHEMAS).map(([type, { dataSchema }]) => [type, dataSchema]),
);

type DocumentParts = Pick<RequestPipeline, "brand" | "limits" | "hasEnvelope">;

/**
 * `/openapi.json`, generated from the contract, and `/docs`, the reference page. Links are relative, because a reverse
 * proxy may add a prefix.
 */
export function documentRoutes(app: FastifyInstance, { brand, limits, hasEnvelope }: DocumentParts): void {
  const options = { brand, version: VERSION, limits, hasEnvelope, controls: CONTROLS };
  const document = JSON.stringify(openApiDocument(options));
  const page = pageText("reference.html");
  app.get("/openapi.json", (_request, reply) => reply.type("application/json; charset=utf-8").send(document));
  app.get("/docs", (_request, reply) =>
    reply.header("content-security-policy", PAGE_POLICY).type("text/html; charset=utf-8").send(page),
  );
  app.get("/docs/", (_request, reply) => reply.redirect("../docs", 308));
  for (const [name, type] of Object.entries({
    "reference.js": "text/javascript",
    "reference.css": "text/css",
  })) {
    const text = pageText(name);
    app.get(`/docs/${name}`, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text));
  }
  for (const [name, type] of Object.entries(ASSETS)) {
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header("cache-control", "public, max-age=86400")
        .send(await readFile(new URL(name, REFERENCE))),
    );
  }
}
