import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createClient, type Tidings } from "@tidings/client";
import { build } from "esbuild";
import { startDemoServer } from "./demo-server.ts";

/**
 * A page with the inbox of a subscriber: `npm run demo:inbox`. With TIDINGS_URL and TIDINGS_API_KEY it uses your
 * service, else it starts one with a temporary store. Ctrl-C ends it.
 */
async function showInbox(): Promise<void> {
  const { TIDINGS_URL: url = "http://127.0.0.1:3000", TIDINGS_API_KEY: apiKey } = process.env;
  const service = apiKey ? { url, apiKey, close: async () => {} } : await startDemoServer();
  const tidings = createClient(service);
  await prepare(tidings);
  const page = await startPage(tidings, service);
  const { port } = page.address() as AddressInfo;
  process.stdout.write(`Tidings is at ${service.url}. Open http://127.0.0.1:${port} in a browser.\n`);
  process.once("SIGINT", () => {
    page.closeAllConnections();
    page.close();
    void service.close();
  });
}

const SUBSCRIBER_ID = "ada";
const WORKFLOW = "inbox-example";

async function prepare(tidings: Tidings): Promise<void> {
  await tidings.subscribers.create({ subscriberId: SUBSCRIBER_ID, firstName: "Ada" });
  await tidings.workflows.apply({
    name: "Inbox example",
    workflowId: WORKFLOW,
    steps: [
      {
        name: "Inbox",
        stepId: "inbox",
        type: "in_app",
        controlValues: {
          subject: "Order {{ payload.number }}",
          body: "Your order is <b>on its way</b>.",
          primaryAction: { label: "Track it", redirect: { url: "/#order", target: "_self" } },
        },
      },
    ],
  });
}

type Access = { readonly url: string; readonly apiKey: string };

/** Serves the files of `inbox/`; `POST /send` triggers a notification. */
async function startPage(tidings: Tidings, access: Access): Promise<Server> {
  const values = await valuesOf(tidings, access);
  let number = 0;
  const server = createServer(async ({ method, url = "/" }, response) => {
    if (method === "POST" && url === "/send") {
      number += 1;
      await tidings.events.trigger({ name: WORKFLOW, to: SUBSCRIBER_ID, payload: { number } });
      response.writeHead(204).end();
      return;
    }
    const file = FILES[url];
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": file.type });
    response.end(await file.content(values));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

type Values = Readonly<Record<string, string>>;
type File = { readonly type: string; content(values: Values): Promise<string> };

const pathOf = (name: string) => fileURLToPath(new URL(`../inbox/${name}`, import.meta.url));
const SCRIPT = "text/javascript; charset=utf-8";

const FILES: Readonly<Record<string, File>> = {
  "/": {
    type: "text/html; charset=utf-8",
    content: async (values) => {
      const text = await readFile(pathOf("index.html"), "utf8");
      return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? "");
    },
  },
  "/page.js": { type: SCRIPT, content: () => readFile(pathOf("page.js"), "utf8") },
  "/novu-inbox.js": { type: SCRIPT, content: bundleNovu },
};

/** Novu's component needs React and a bundler; `<tidings-inbox>` needs neither. */
async function bundleNovu(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [pathOf("novu-inbox.js")],
    bundle: true,
    write: false,
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0]?.text ?? "";
}

/** The hash proves to Tidings that this server knows the visitor; it needs the API key, which no page may have. */
async function valuesOf(tidings: Tidings, { url, apiKey }: Access): Promise<Values> {
  const { identifier } = await tidings.environments.me();
  const subscriberHash = createHmac("sha256", apiKey).update(SUBSCRIBER_ID).digest("hex");
  return { url, applicationIdentifier: identifier, subscriberId: SUBSCRIBER_ID, subscriberHash };
}

await showInbox();
