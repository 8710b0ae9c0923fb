/** A text that uses up its processor time in many small steps, and little memory. Another mark makes another text. */
export function slowText(mark = ""): string {
  const comparisons = `a == "${mark}" or `.repeat(50);
  return `{% for a in (1..1000000) %}{% if ${comparisons}a == "" %}{% endif %}{% endfor %}`;
}
