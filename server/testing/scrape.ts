/** The values of `/metrics` by `name{labels}`, with the labels sorted by name. */
export type Scrape = {
  /** The value of one series; undefined when it does not exist. */
  of(name: string, labels?: Record<string, string>): number | undefined;
  /** All series of a metric, by labels as `key=value,…`. */
  all(name: string): Record<string, number>;
  readonly names: readonly string[];
  readonly text: string;
};

const ROW = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

export async function scrape(url: string): Promise<Scrape> {
  return readMetrics(await (await fetch(`${url}/metrics`)).text());
}

export function readMetrics(text: string): Scrape {
  const rows = text.split("\n").flatMap((line) => {
    const [, name = "", labels = "", value = ""] = ROW.exec(line) ?? [];
    return name ? [{ name, labels: sorted(labels), value: Number(value) }] : [];
  });
  const all = (name: string) =>
    Object.fromEntries(rows.filter((row) => row.name === name).map(({ labels, value }) => [labels, value]));
  return {
    all,
    of: (name, labels = {}) => all(name)[keyOf(Object.entries(labels))],
    names: [...new Set(rows.map(({ name }) => name))],
    text,
  };
}

function sorted(labels: string): string {
  return keyOf([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]));
}

function keyOf(labels: readonly [string, string][]): string {
  return labels
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join(",");
}
