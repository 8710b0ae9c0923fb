/** The data of a message with texts as values, as FCM requires: other values are JSON. */
export function stringData(data: Record<string, unknown> | undefined): Record<string, string> | undefined {
  if (data === undefined) return undefined;
  const entries = Object.entries(data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}
