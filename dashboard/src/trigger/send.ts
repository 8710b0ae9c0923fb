import type { Tidings } from "@tidings/client";
import type { Trigger, TriggerResult } from "@tidings/contract";
import { useWrite } from "../app/read.ts";

export type Triggered = {
  readonly result: TriggerResult;
  /** The only notification of a trigger for one person, if it exists already. */
  readonly notificationId: string | undefined;
};

/** A worker makes the notifications right after the trigger is stored; usually the first look finds it. */
const LOOKS = 20;
const LOOK_EVERY_MS = 150;

/** Triggers in earnest. */
export function useTrigger() {
  return useWrite(
    async (client, { body, isForOne }: { body: Trigger; isForOne: boolean }): Promise<Triggered> => {
      const result = await client.events.trigger(body);
      const isLookedFor = isForOne && result.status === "processed" && result.transactionId !== undefined;
      const notificationId = isLookedFor
        ? await notificationOf(client, result.transactionId ?? "")
        : undefined;
      return { result, notificationId };
    },
    [["notifications"]],
  );
}

async function notificationOf(client: Tidings, transactionId: string): Promise<string | undefined> {
  for (let look = 0; look < LOOKS; look += 1) {
    const { data } = await client.notifications.list({ transactionId: [transactionId], limit: 2 });
    if (data.length > 1) return undefined;
    if (data[0]?._id) return data[0]._id;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return undefined;
}
