import { readFile } from "node:fs/promises";
import { openApiDocument } from "@tidings/contract";
import type { FastifyInstance } from "fastify";
import type { Gate } from "./register-endpoint.ts";

const VERSION = "0.1.0";
/** Put there by the build (`copy-reference.mjs`); works from src/ and from dist/. */
const REFERENCE = new URL("../../assets/reference/", import.meta.url);
const ASSETS = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
} as const;

/** Everything the page needs comes from here, so that it works without the internet. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidings API reference</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript; the same facts stand in <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `window.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  persistAuthorization: false,
});
`;

type DocumentParts = Pick<Gate, "brand" | "limits" | "hasEnvelope">;

/** `/openapi.json`, printed from the contract, and `/docs`, the page made of it. */
export function documentRoutes(app: FastifyInstance, { brand, limits, hasEnvelope }: DocumentParts): void {
  const document = JSON.stringify(openApiDocument({ brand, version: VERSION, limits, hasEnvelope }));
  app.get("/openapi.json", (_request, reply) => reply.type("application/json; charset=utf-8").send(document));
  app.get("/docs", (_request, reply) =>
    reply.header("content-security-policy", PAGE_POLICY).type("text/html; charset=utf-8").send(PAGE),
  );
  app.get("/docs/start.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(START));
  for (const [name, type] of Object.entries(ASSETS)) {
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header("cache-control", "public, max-age=86400")
        .send(await readFile(new URL(name, REFERENCE))),
    );
  }
}
