import { createRequire } from "node:module";
import pg from "pg";
import { addBenchRoutes, USER_HEADER } from "./routes.mjs";

// Backstage's packages are CommonJS without named exports for `import`.
const require = createRequire(import.meta.url);
const { createBackend } = require("@backstage/backend-defaults");
const { rootHttpRouterServiceFactory } = require("@backstage/backend-defaults/rootHttpRouter");
const { coreServices, createBackendModule, createServiceFactory } = require("@backstage/backend-plugin-api");
const { ConfigReader } = require("@backstage/config");
const { default: notificationsPlugin } = require("@backstage/plugin-notifications-backend");
const { notificationsProcessingExtensionPoint } = require("@backstage/plugin-notifications-node");

const port = Number(process.env.PORT);
const baseUrl = `http://127.0.0.1:${port}`;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });

const CONFIG = {
  app: { baseUrl },
  backend: {
    baseUrl,
    listen: { host: "127.0.0.1", port },
    database: {
      client: "pg",
      connection: process.env.DATABASE_URL,
      pluginDivisionMode: "schema",
      knexConfig: { pool: { min: 2, max: 20 } },
    },
  },
  notifications: limits(),
};

/** Backstage saves at most 10 notifications every 50 ms, unless the configuration raises that. */
function limits() {
  if (process.env.BACKSTAGE_LIMIT === "default") return {};
  return { concurrencyLimit: 1000, throttleInterval: { milliseconds: 1 } };
}

const config = createServiceFactory({
  service: coreServices.rootConfig,
  deps: {},
  factory: () => new ConfigReader(CONFIG),
});

/** Every POST is a service's, every GET the user's of its header: no token is checked. */
const httpAuth = createServiceFactory({
  service: coreServices.httpAuth,
  deps: {},
  factory: () => ({
    credentials: async (req) => ({ $$type: "@backstage/BackstageCredentials", principal: principalOf(req) }),
    issueUserCookie: async () => ({ expiresAt: new Date() }),
  }),
});

function principalOf(req) {
  if (req.method === "POST") return { type: "service", subject: "external:bench" };
  return { type: "user", userEntityRef: req.headers[USER_HEADER] };
}

const userInfo = createServiceFactory({
  service: coreServices.userInfo,
  deps: {},
  factory: () => ({
    getUserInfo: async ({ principal }) => ({
      userEntityRef: principal.userEntityRef,
      ownershipEntityRefs: [principal.userEntityRef],
    }),
  }),
});

/** Without it, every trigger asks the catalog plugin for its recipients. */
const recipients = createBackendModule({
  pluginId: "notifications",
  moduleId: "recipients",
  register(env) {
    env.registerInit({
      deps: { processing: notificationsProcessingExtensionPoint },
      async init({ processing }) {
        processing.setNotificationRecipientResolver({
          resolveNotificationRecipients: async ({ entityRefs }) => ({ userEntityRefs: entityRefs }),
        });
      },
    });
  },
});

const rootHttpRouter = rootHttpRouterServiceFactory({
  configure({ app, applyDefaults }) {
    addBenchRoutes(app, pool);
    applyDefaults();
  },
});

const logger = createServiceFactory({
  service: coreServices.rootLogger,
  deps: {},
  factory: () => errorLogger,
});
const ignore = () => undefined;
const errorLogger = {
  error: (message) => process.stderr.write(`${message}\n`),
  warn: ignore,
  info: ignore,
  debug: ignore,
  child: () => errorLogger,
};

const backend = createBackend();
for (const feature of [config, httpAuth, userInfo, rootHttpRouter, logger, notificationsPlugin, recipients])
  backend.add(feature);
await backend.start();
process.once("SIGTERM", () => pool.end());
process.stdout.write(`ready at ${baseUrl}\n`);
