import { zoneFilesInUse } from "../calendar/zones/zones.ts";
import type { GivenKey } from "../environments/given-key.ts";
import type { Settings } from "../foundation/settings.ts";
import { SAMPLE_WORKFLOW } from "../seed.ts";
import type { Service } from "../service.ts";
import type { Store } from "../store.ts";

export type BannerParts = {
  settings: Pick<Settings, "role" | "apiKey" | "dashboard">;
  store: Pick<Store, "description" | "dataDirectory" | "isHeld">;
  service: Pick<Service, "url" | "metricsUrl">;
  /** The key of the environment that this start created. */
  apiKey: string | undefined;
  /** A link that signs in to the dashboard, at the first start. */
  link: string | undefined;
  /** The key from the settings, on a store that already has keys. */
  givenKey: GivenKey | undefined;
};

/** What the operator reads when the service is ready. */
export function banner(parts: BannerParts): string {
  const lines = parts.settings.role === "worker" ? ofWorker(parts) : ofApi(parts);
  return `\n${lines.join("\n")}\n\n`;
}

/**
 * Standard output is often kept in system logs, so the key is printed only when this process created it. It is printed
 * before the transaction commits, so that no stored key was never shown.
 */
export function keyNotice(apiKey: string): string {
  return `\n  API key      ${apiKey}   (environment Development; shown only once)`;
}

function ofApi({ settings, store, service, apiKey, link, givenKey }: BannerParts): string[] {
  const isGiven = settings.apiKey !== "";
  return [
    `  Tidings is ready at ${service.url}`,
    "",
    ...stored(store),
    ...zones(),
    ...(settings.dashboard ? dashboard(service, link) : []),
    `  Reference    ${service.url}/docs`,
    ...metrics(service),
    ...(settings.role === "api" ? ["  Role         api: accepts requests; workers deliver"] : []),
    ...(givenKey?.isNew
      ? [
          `  API key      the one given in the settings was added to the environment ${givenKey.environmentName}`,
        ]
      : []),
    ...(apiKey && isGiven ? ["  API key      the one given in the settings (environment Development)"] : []),
    ...(apiKey ? ["", ...firstCurl(service.url, isGiven ? "<API_KEY>" : apiKey)] : []),
  ];
}

/** A worker serves no API; supervisors need its health URLs. */
function ofWorker({ store, service }: BannerParts): string[] {
  return [
    `  The worker of Tidings is ready at ${service.url}`,
    "",
    ...stored(store),
    ...zones(),
    "  Role         worker: claims due work from the database and delivers it; serves no API",
    `  Health       ${service.url}/livez  ${service.url}/readyz`,
    ...metrics(service),
  ];
}

function zones(): string[] {
  const { version, source } = zoneFilesInUse();
  return [`  Time zones   tzdata ${version}, ${source}`];
}

function dashboard({ url }: BannerParts["service"], link: string | undefined): string[] {
  if (link)
    return [
      `  Dashboard    ${link}`,
      "               (works once, within 30 minutes; another one: npx tidings dashboard)",
    ];
  return [`  Dashboard    ${url}/dashboard   (a link that signs in: npx tidings dashboard)`];
}

function metrics({ metricsUrl }: BannerParts["service"]): string[] {
  return metricsUrl ? [`  Metrics      ${metricsUrl}/metrics`] : [];
}

const HELD =
  "  Deliveries   held, because the store was restored from a backup; release them with: tidings release";

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
    "  Send a first notification (an in-app message, and an e-mail in the outbox of the data directory):",
    "",
    `curl -X POST ${url}/v1/events/trigger -H 'Authorization: ApiKey ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`,
  ];
}
