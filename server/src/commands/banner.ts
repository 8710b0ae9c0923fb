import type { GivenKey } from "../environments/given-key.ts";
import type { Settings } from "../foundation/settings.ts";
import { SAMPLE_WORKFLOW } from "../seed.ts";
import type { Service } from "../service.ts";
import type { Store } from "../store.ts";

export type BannerParts = {
  settings: Pick<Settings, "role" | "apiKey">;
  store: Pick<Store, "description" | "dataDirectory" | "isHeld">;
  service: Pick<Service, "url" | "metricsUrl">;
  /** Of the environment that this start has made. */
  apiKey: string | undefined;
  /** The key of the settings on a store that has others. */
  givenKey: GivenKey | undefined;
};

/** What an operator needs to know when the service is ready. */
export function banner(parts: BannerParts): string {
  const lines = parts.settings.role === "worker" ? ofWorker(parts) : ofApi(parts);
  return `\n${lines.join("\n")}\n\n`;
}

/**
 * Standard output ends in journals, so the key is printed only when the program has just made it; and before it is
 * stored for good, so that no key exists that was never shown.
 */
export function keyNotice(apiKey: string): string {
  return `\n  API key      ${apiKey}   (environment Development; shown only now)`;
}

function ofApi({ settings, store, service, apiKey, givenKey }: BannerParts): string[] {
  const isGiven = settings.apiKey !== "";
  return [
    `  Tidings is ready at ${service.url}`,
    "",
    ...stored(store),
    `  Reference    ${service.url}/docs`,
    ...metrics(service),
    ...(settings.role === "api" ? ["  Role         api: takes requests; workers deliver"] : []),
    ...(givenKey?.isNew
      ? [
          `  API key      the one given in the settings was added to the environment ${givenKey.environmentName}`,
        ]
      : []),
    ...(apiKey && isGiven ? ["  API key      the one given in the settings (environment Development)"] : []),
    ...(apiKey ? ["", ...firstCurl(service.url, isGiven ? "<API_KEY>" : apiKey)] : []),
  ];
}

/** A worker has no API: callers have nothing to do with it, supervisors do. */
function ofWorker({ store, service }: BannerParts): string[] {
  return [
    `  The worker of Tidings is ready at ${service.url}`,
    "",
    ...stored(store),
    "  Role         worker: takes due work from the database and delivers it; serves no API",
    `  Health       ${service.url}/livez  ${service.url}/readyz`,
    ...metrics(service),
  ];
}

function metrics({ metricsUrl }: BannerParts["service"]): string[] {
  return metricsUrl ? [`  Metrics      ${metricsUrl}/metrics`] : [];
}

const HELD =
  "  Deliveries   held, because the store was restored from a backup; release them: tidings release";

function stored({ description, dataDirectory, isHeld }: BannerParts["store"]): string[] {
  const lines = [`  Store        ${description}`, `  Data         ${dataDirectory}`];
  return isHeld() ? [...lines, HELD] : lines;
}

function firstCurl(url: string, apiKey: string): string[] {
  const body = JSON.stringify({
    name: SAMPLE_WORKFLOW,
    to: { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" },
    payload: { text: "Hello from Tidings." },
  });
  return [
    "  Deliver a first notification (an in-app message, and a mail in the outbox of the data directory):",
    "",
    `curl -X POST ${url}/v1/events/trigger -H 'Authorization: ApiKey ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`,
  ];
}
