/** Far above the resolution of the system's figures, which is some microseconds. */
const LEAST_US = 2_000;

/** The least processor time of one call among three measurements, in microseconds: collections of garbage only add to it. */
export function leastProcessorUs(work: () => unknown): number {
  const calls = callsToMeasure(work);
  return Math.min(...[1, 2, 3].map(() => processorUs(work, calls) / calls));
}

/** How often to call `work`, so that its processor time can be measured. These calls also make V8 compile the code. */
function callsToMeasure(work: () => unknown): number {
  for (let calls = 1; ; calls *= 2) if (processorUs(work, calls) >= LEAST_US) return calls;
}

/** Processor time of this process for so many calls, in microseconds. */
function processorUs(work: () => unknown, calls: number): number {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
