import type { Topic } from "@tidings/contract";

/** `40`, or `50,000+` where the service stops counting; undefined where it does not count. */
export function memberCount({ memberCount: count, memberCountCapped }: Topic): string | undefined {
  return count === undefined ? undefined : `${count.toLocaleString("en")}${memberCountCapped ? "+" : ""}`;
}
