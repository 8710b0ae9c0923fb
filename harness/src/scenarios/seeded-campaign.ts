import type { CampaignWorkflow } from "../evidence.ts";
import type { Scenario, TestBed } from "../scenario.ts";
import type { SeededBug } from "../seeding/patches.ts";
import { type Activity, during } from "./campaign/activity.ts";
import { erasures } from "./campaign/erasures.ts";
import { readerExports } from "./campaign/exports.ts";
import { inboxActions } from "./campaign/inbox.ts";
import { receipts } from "./campaign/receipts.ts";
import { replays } from "./campaign/replays.ts";
import { READERS, requestOf } from "./campaign/requests.ts";
import { bursts } from "./campaign/volume.ts";
import { CAMPAIGN_WORLD } from "./campaign/world.ts";
import { untilSeen } from "./drive.ts";
import { type SeededBugCase, seeded, small } from "./seeded-bug.ts";

/** Bugs that activities of the campaign of kills must find, without any kill. */

type Case = {
  bug: SeededBug;
  title: string;
  /** Default: what the activity itself expects. */
  foundBy?: string;
  run: Scenario["run"];
  perSecond?: number;
};

const found = (
  { bug, title, foundBy = bug, run, perSecond = 8 }: Case,
  workflow?: CampaignWorkflow,
): SeededBugCase => ({
  bug,
  foundBy: [foundBy],
  scenario: seeded(bug, {
    title,
    ...CAMPAIGN_WORLD,
    ...small,
    perSecond,
    ...(workflow ? { nextTrigger: (traffic, n) => requestOf(traffic, workflow, n) } : {}),
    run,
  }),
});

/** Runs the activity until it has succeeded so often. */
const runs = (open: () => Activity, times: number) => async (testBed: TestBed) => {
  const activity = open();
  await during(testBed, [activity], () => untilSeen(testBed, activity.count, times));
};

const SLOWER_MS = 2_000;

/** Calls that take so long that the rate of a second allows 16 of them at the same time. */
const burstsAtSlowVendors = async (testBed: TestBed): Promise<void> => {
  for (const provider of testBed.moreProviders) provider.setScript(() => ({ kind: "slow", ms: SLOWER_MS }));
  await runs(bursts, 1)(testBed);
};

/** Each reader has more notifications than the first page of an export. */
const exportsOfMany = async (testBed: TestBed): Promise<void> => {
  const activity = readerExports();
  await during(testBed, [activity], async () => {
    await untilSeen(testBed, activity.count, 1);
    await untilSeen(testBed, () => testBed.client.acknowledged, 40 * READERS);
  });
};

export const CAMPAIGN_BUGS: readonly SeededBugCase[] = [
  found({
    bug: "held_places",
    title: "places of a rate that are never given back",
    foundBy: "I16",
    run: runs(bursts, 1),
  }),
  found({
    bug: "unbound_calls",
    title: "more calls than the places of a rate",
    foundBy: "I17",
    run: burstsAtSlowVendors,
  }),
  found(
    { bug: "unstored_press", title: "a button that is not stored as pressed", run: runs(inboxActions, 20) },
    "ask",
  ),
  found(
    {
      bug: "receipt_twice",
      title: "a repeated receipt that counts again",
      perSecond: 4,
      run: runs(receipts, 10),
    },
    "receipt",
  ),
  found(
    { bug: "keys_ignored", title: "a replay executed twice under one key", run: runs(replays, 1) },
    "doomed",
  ),
  found({ bug: "left_messages", title: "messages that an erasure leaves", run: runs(erasures, 2) }),
  found(
    {
      bug: "short_export",
      title: "an export that lacks pages, and ends as complete",
      perSecond: 30,
      run: exportsOfMany,
    },
    "ask",
  ),
];
