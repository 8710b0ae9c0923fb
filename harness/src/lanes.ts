/** More scenarios at the same time would slow down the processes of each on two cores. */
const LANES = 2;

/** Works on two items at a time, in their order; the results are in the order of the items. */
export async function inLanes<Item, Outcome>(
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) outcomes[index] = await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return outcomes;
}
