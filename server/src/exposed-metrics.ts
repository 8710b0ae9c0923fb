import type { Settings } from "./foundation/settings.ts";
import { listenAt } from "./http/listen.ts";
import { createMetricsServer } from "./http/metrics-route.ts";
import { type ReadingParts, readingsOf } from "./metric-readings.ts";
import { type Metrics, UNCOUNTED } from "./metrics/metrics.ts";
import type { Prometheus } from "./metrics/prometheus.ts";

type ExposedParts = ReadingParts & { settings: Pick<Settings, "host" | "metricsPort" | "metricsKey"> };

/** The metrics of the process, and where they are exposed. */
export type ExposedMetrics = {
  readonly metrics: Metrics;
  /** For `/metrics` on the API's port; set when there is a metrics key. */
  readonly scrapes: { prometheus: Prometheus; key: string } | undefined;
  /** Opens the metrics port when one is set. @returns its URL. */
  listen(): Promise<string | undefined>;
  close(): Promise<void>;
};

const UNEXPOSED: ExposedMetrics = {
  metrics: UNCOUNTED,
  scrapes: undefined,
  listen: async () => undefined,
  close: async () => {},
};

/**
 * Creates the metrics when the settings enable them: counters of the process, and values read at a scrape (the state of
 * the queue in the database, and of this process).
 */
export async function exposeMetrics(parts: ExposedParts): Promise<ExposedMetrics> {
  const { host, metricsPort: port, metricsKey: key } = parts.settings;
  if (!key && port === undefined) return UNEXPOSED;
  const { createPrometheus } = await import("./metrics/prometheus.ts");
  const { addReadMetric } = await import("./metrics/readings.ts");
  const prometheus = createPrometheus();
  for (const one of readingsOf(parts)) addReadMetric(prometheus, one);
  const server = port === undefined ? undefined : createMetricsServer(prometheus);
  return {
    metrics: prometheus,
    scrapes: key ? { prometheus, key } : undefined,
    listen: async () => {
      if (!server || port === undefined) return undefined;
      return listenAt(server, { host, port }, "--metrics-port (or TIDINGS_METRICS_PORT)");
    },
    close: async () => server?.close(),
  };
}
