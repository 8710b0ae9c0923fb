// The page's address may have a prefix of a reverse proxy before `/docs`: requests go to the same one.
const base = new URL(".", document.baseURI).href.replace(/\/$/, "");

/** Callers copy the key alone from where it was shown; the header wants a word before it. */
function completeKey(request) {
  const key = request.headers?.Authorization?.trim();
  if (key && !/^\w+ /.test(key)) request.headers.Authorization = `ApiKey ${key}`;
  return request;
}

const response = await fetch(`${base}/openapi.json`);
const spec = await response.json();
window.SwaggerUIBundle({
  spec: { ...spec, servers: [{ url: base }] },
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  persistAuthorization: false,
  requestInterceptor: completeKey,
});
