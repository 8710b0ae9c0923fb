const MOST = 64;

/** The identifier that a name suggests: "Order shipped" is `order-shipped`. Empty if the name has no Latin letters or digits. */
export function identifierOf(name: string): string {
  return name
    .replace(/ß/g, "ss")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MOST)
    .replace(/^-+|-+$/g, "");
}
