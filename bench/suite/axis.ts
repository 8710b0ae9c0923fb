/** The scales of a plot. */

const STEPS = [1, 2, 5, 10];
const TICKS = 4;

/** Round numbers from 0 to at least `most`, about four steps apart. */
export function ticksTo(most: number): number[] {
  if (!(most > 0) || !Number.isFinite(most)) return [0, 1];
  const rough = most / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((one) => one * power >= rough * 0.999) ?? 10) * power;
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The place of a value on an axis of this length, from 0 to the last tick. */
export function placeOn(ticks: readonly number[], length: number): (value: number) => number {
  const end = ticks.at(-1) ?? 1;
  return (value) => (Math.min(value, end) / end) * length;
}

/** The same for values that grow by powers of ten; for values that do not, in equal steps of the value. */
export function placeAlong(values: readonly number[], length: number): (value: number) => number {
  const [first = 0, last = 1] = [Math.min(...values), Math.max(...values)];
  const isPowers = first > 0 && last / first >= 50;
  const scale = (value: number) => (isPowers ? Math.log10(value) : value);
  const width = scale(last) - scale(first) || 1;
  return (value) => ((scale(value) - scale(first)) / width) * length;
}
