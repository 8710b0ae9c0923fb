import { openPrivate } from "../../postgres.ts";
import type { Scenario } from "../../scenario.ts";
import { during } from "./activity.ts";
import { copies } from "./copies.ts";
import { erasures } from "./erasures.ts";
import { readerExports } from "./exports.ts";
import { inboxActions } from "./inbox.ts";
import { killBySeed } from "./kills.ts";
import { outages } from "./outages.ts";
import { receipts } from "./receipts.ts";
import { replays } from "./replays.ts";
import { nextOfCampaign } from "./requests.ts";
import { broadcasts, bulkTriggers, bursts } from "./volume.ts";
import { CAMPAIGN_WORLD } from "./world.ts";

/**
 * kill -9 of any process and crashes of PostgreSQL while everything is under way: mails by SMTP, SMS, chat, inboxes, digests, delays, bulk
 * calls, broadcasts, receipts, dead letters and their replays, a pair of integrations, rates, exports and erasures.
 */
export const campaignOfKills: Scenario = {
  id: "F-X",
  title: "kills with everything under way",
  ...CAMPAIGN_WORLD,
  takesTime: true,
  runsAlone: true,
  openOwnPostgres: () => openPrivate({}),
  needsCrowd: true,
  failpoints: "unclear_ms=1000,breaker_ms=1000",
  providerMs: 40,
  perSecond: 8,
  settleMs: 300_000,
  nextTrigger: nextOfCampaign,
  run: async (testBed) => {
    const acknowledged = testBed.size(300, 2_500, 60_000);
    const activities = [
      bulkTriggers(acknowledged),
      broadcasts(),
      bursts(),
      copies(),
      inboxActions(),
      receipts(),
      replays(),
      outages(),
      readerExports(),
      erasures(),
    ];
    await during(testBed, activities, () =>
      killBySeed(testBed, { kills: testBed.size(5, 20, 212), acknowledged }),
    );
  },
};
