/** Whether two values have the same members, in any order of their names. An absent member is like undefined. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return false;
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...names].every((name) => isSame(left[name], right[name]));
}
