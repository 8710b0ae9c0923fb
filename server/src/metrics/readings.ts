import { Counter, Gauge } from "prom-client";
import type { Prometheus } from "./prometheus.ts";

/** A value at a scrape, with its labels. */
export type Reading = { value: number; labels?: Record<string, string> };

export type ReadMetric = {
  /** Without the prefix; counters end in `_total`. */
  name: string;
  help: string;
  labelNames?: readonly string[];
  /** The current values, read at each scrape; empty when they are unknown. */
  read: () => readonly Reading[] | Promise<readonly Reading[]>;
};

/** Adds a metric that is read at each scrape. */
export function addReadMetric(
  { registry }: Prometheus,
  { name, help, labelNames = [], read }: ReadMetric,
): void {
  const options = { name: `tidings_${name}`, help, labelNames: [...labelNames], registers: [registry] };
  if (name.endsWith("_total")) {
    new Counter({
      ...options,
      async collect() {
        const readings = await read();
        this.reset();
        for (const { value, labels = {} } of readings) this.inc(labels, value);
      },
    });
    return;
  }
  new Gauge({
    ...options,
    async collect() {
      const readings = await read();
      this.reset();
      for (const { value, labels = {} } of readings) this.set(labels, value);
    },
  });
}
