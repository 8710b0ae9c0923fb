import pg from "pg";
import type { Cancel, Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import { logFailure, type Outage } from "./outage.ts";

const RELISTEN_AFTER_MS = 1_000;

export type Listening = { close(): Promise<void> };

/** What is done with notifications: each has a payload, which may be empty. */
export type OnNotify = {
  onNotify: (payload: string) => void;
  /** Called whenever listening begins: notifications may have been missed before. */
  onListening?: () => void;
};

type Listener = OnNotify & { channel: string; log: Log; outage: Outage; time: Time };

/** Listens for NOTIFY on a channel until it is closed, over a connection of its own that is reopened when it breaks. */
export async function keepListening(config: pg.ClientConfig, listener: Listener): Promise<Listening> {
  const { channel, onNotify, onListening, log, outage, time } = listener;
  let client: pg.Client | undefined;
  let isClosed = false;
  let stopReopening: Cancel | undefined;
  const open = async () => {
    const fresh = new pg.Client(config);
    client = fresh;
    /** A broken connection may emit several events, but is reopened only once: otherwise connections would double. */
    const reopen = (error?: Error) => {
      if (isClosed || client !== fresh) return;
      client = undefined;
      fresh.end().catch(() => {});
      if (error) outage.failed(error);
      if (error) logFailure(log, error, "listening for work was interrupted; polling continues");
      stopReopening = time.after(RELISTEN_AFTER_MS, () => void open());
    };
    fresh.on("error", reopen);
    fresh.on("end", () => reopen());
    fresh.on("notification", ({ payload = "" }) => onNotify(payload));
    const listening = fresh.connect().then(() => fresh.query(`listen ${pg.escapeIdentifier(channel)}`));
    await listening.then(() => onListening?.(), reopen);
  };
  await open();
  return {
    close: async () => {
      isClosed = true;
      stopReopening?.();
      await client?.end().catch(() => {});
    },
  };
}
