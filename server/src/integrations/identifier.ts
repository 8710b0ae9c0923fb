import { randomBytes } from "node:crypto";

const MAX_STEM_LENGTH = 60;

/** Derives an identifier from a display name: `Mail of the shop` → `mail-of-the-shop-3f9a01`. */
export function identifierFor(name: string, suffix: string = randomBytes(3).toString("hex")): string {
  const stem = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_STEM_LENGTH)
    .replace(/^-|-$/g, "");
  return `${stem || "integration"}-${suffix}`;
}
