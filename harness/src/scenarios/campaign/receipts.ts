import type { ProviderCall } from "../../evidence.ts";
import type { TestBed } from "../../scenario.ts";
import type { Activity } from "./activity.ts";
import { type Api, openApi } from "./api.ts";
import { listAt, textAt } from "./fields.ts";
import { EVENTS, eventOf, signed } from "./receipt-events.ts";
import { nameOf, resendIdOf } from "./vendors.ts";

const PAUSE_MS = 500;
/** Mails that are reported at the same time: the service answers late as long as it has not stored the vendor's id of a mail. */
const AT_ONCE = 8;
/** A vendor that got no answer in time sends its receipt again. */
const TIMES = 2;

/** What the store has of the receipts of one mail. */
type Counted = { resendId: string; deliveries: number; delivered: number; opened: number };

/** Resend reports each mail as delivered and opened, twice each, with signatures. Each event must count once. */
export function receipts(): Activity {
  const acknowledged = new Set<string>();
  return {
    name: "mails with receipts",
    pauseMs: PAUSE_MS,
    count: () => acknowledged.size,
    begin: async (testBed) => {
      const api = openApi(testBed, "receipts");
      const path = await pathOf(testBed);
      const fresh = unreported(testBed);
      testBed.afterSettling(() => expectCounted(testBed, acknowledged));
      return async () => {
        const mails = fresh.take(AT_ONCE);
        const done = await Promise.all(mails.map((mail) => report(api, path, mail)));
        for (const [index, mail] of mails.entries())
          if (done[index]) acknowledged.add(resendIdOf(mail.key));
          else fresh.putBack(mail);
      };
    },
  };
}

async function pathOf({ cluster }: TestBed): Promise<string> {
  const listed: unknown = (await cluster.request("GET", "/v1/integrations")).body;
  const resend = listAt(listed).find((one) => textAt(one, "identifier") === "resend");
  const ids = [textAt(resend, "_environmentId"), textAt(resend, "_id")];
  return `/v2/inbound-webhooks/delivery-providers/${ids.join("/")}`;
}

type Fresh = { take(count: number): ProviderCall[]; putBack(call: ProviderCall): void };

/** The mails that Resend has accepted, each once, however often it was sent. */
function unreported({ moreProviders }: TestBed): Fresh {
  const waiting: ProviderCall[] = [];
  const known = new Set<string>();
  const seen = new Map(moreProviders.map((provider) => [provider, 0]));
  const look = (): void => {
    for (const provider of moreProviders) {
      for (const call of provider.calls.slice(seen.get(provider))) {
        if (call.provider !== nameOf("resend") || known.has(call.key)) continue;
        known.add(call.key);
        waiting.push(call);
      }
      seen.set(provider, provider.calls.length);
    }
  };
  return {
    take: (count) => {
      look();
      return waiting.splice(0, count);
    },
    putBack: (call) => void waiting.push(call),
  };
}

/** @returns whether the service has stored both events: before, it may not know the mail yet, and stores nothing. */
async function report(api: Api, path: string, { key, at }: ProviderCall): Promise<boolean> {
  let isStored = true;
  for (const { type } of EVENTS)
    for (let time = 0; time < TIMES; time += 1) {
      const body = eventOf(type, resendIdOf(key), at);
      const answer = await api.ask({
        method: "POST",
        path,
        body,
        authorization: "",
        headersOf: signed,
        expects: [200],
      });
      isStored &&= listAt(answer?.body).length > 0;
    }
  return isStored;
}

async function expectCounted(testBed: TestBed, acknowledged: ReadonlySet<string>): Promise<void> {
  const counted = await countedOf(testBed);
  for (const resendId of acknowledged)
    testBed.expect(
      counted.has(resendId),
      `receipts of ${resendId} were acknowledged, but no mail has this id`,
    );
  for (const [resendId, { deliveries, delivered, opened }] of counted) {
    const isOnce = (count: number) => count === 1 || (count === 0 && !acknowledged.has(resendId));
    // The first delivery is the acceptance by Resend.
    const isRight = isOnce(delivered) && isOnce(opened) && deliveries === 1 + delivered;
    const what = `${resendId} has ${deliveries} deliveries, ${delivered} times "delivered" and ${opened} times "opened"`;
    testBed.expect(isRight, what);
  }
  testBed.log(`${acknowledged.size} of ${counted.size} mails have all their receipts, each once`);
}

async function countedOf({ cluster }: TestBed): Promise<Map<string, Counted>> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query<Counted>(
      `select m.provider_message_id as "resendId", coalesce(cardinality(m.delivered_at), 0) as deliveries,
         count(*) filter (where d.code = 'message_delivered')::int as delivered,
         count(*) filter (where d.code = 'message_opened')::int as opened
       from messages m left join execution_details d on d.environment_id = m.environment_id
         and d.notification_id = m.notification_id and d.position = m.position
       where m.provider_message_id like 're-%' group by m.environment_id, m.id`,
    ),
  );
  return new Map(rows.map((row) => [row.resendId, row]));
}
