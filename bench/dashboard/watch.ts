import { setTimeout as sleep } from "node:timers/promises";
import type { Tidings } from "@tidings/client";
import type { SignedIn } from "./browser.ts";
import type { ListSample } from "./instruments.ts";

export type Watched = {
  /** Samples in which other rows, or rows at other places, were shown than at the beginning. */
  moved: number;
  samples: number;
  /** Samples in which the pill named more than there were. */
  tooMany: number;
  /** For how long the pill lacked a notification, in each sample in which it lacked one. */
  lagsMs: number[];
  newer: number;
};

/** As many are counted. */
const PILL_MOST = 25;
/** Between the clocks of the browser and the database, which are on one machine. */
const TOLERANCE_MS = 50;

/** An open list while notifications are created: what moves, and whether the pill counts them. */
export async function watchList(
  { signedIn, client, home }: { signedIn: SignedIn; client: Tidings; home: string },
  { search, rounds, seconds }: { search: { workflowIds?: string[] }; rounds: number; seconds: number },
): Promise<Watched> {
  const watched: Watched = { moved: 0, samples: 0, tooMany: 0, lagsMs: [], newer: 0 };
  const [workflow] = search.workflowIds ?? [];
  const page = await signedIn.openTab(`${home}/notifications${workflow ? `?workflow=${workflow}` : ""}`);
  await page.locator("main tbody tr:visible").first().waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.evaluate(() => window.bench.watchList());
  for (let round = 0; round < rounds; round += 1) {
    await page.evaluate(() => window.bench.takeSamples());
    await sleep(seconds * 1_000);
    const samples = await page.evaluate(() => window.bench.takeSamples());
    const firstId = /notifications\/([0-9a-f]{24})/.exec(samples[0]?.rows ?? "")?.[1] ?? "";
    compare(watched, samples, await createdAfter(client, search, firstId));
    const pill = page.getByRole("status").getByRole("button", { name: /newer$/ });
    await pill.evaluate((press) => window.bench.timeRows({ press }));
  }
  return watched;
}

function compare(watched: Watched, samples: readonly ListSample[], createdMs: readonly number[]): void {
  const [first] = samples;
  for (const { atMs, rows, tops, pill } of samples) {
    watched.samples += 1;
    if (rows !== first?.rows || tops !== first.tops) watched.moved += 1;
    const shown = Number(/^\d+/.exec(pill)?.[0] ?? 0);
    const there = createdMs.filter((ms) => ms <= atMs + TOLERANCE_MS).length;
    if (shown > there) watched.tooMany += 1;
    const lacking = createdMs[shown];
    if (shown < PILL_MOST && lacking !== undefined && lacking <= atMs) watched.lagsMs.push(atMs - lacking);
  }
  watched.newer += createdMs.length;
}

/** When the notifications after this one were created, the first ones first. */
async function createdAfter(client: Tidings, search: object, id: string): Promise<number[]> {
  const { data } = await client.notifications.list({ ...search, view: "brief", limit: 50, beforeId: id });
  return data.map(({ createdAt }) => Date.parse(createdAt ?? "")).sort((one, other) => one - other);
}
