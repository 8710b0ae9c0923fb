import pg from "pg";
import type { Log } from "../foundation/log.ts";
import { logFailure, type Outage } from "./outage.ts";

const RELISTEN_AFTER_MS = 1_000;

export type Listening = { close(): Promise<void> };

type Listener = { channel: string; heard: () => void; log: Log; outage: Outage };

/** Hears NOTIFY on a channel until it is closed, over a connection of its own that is renewed when it breaks. */
export async function keepListening(config: pg.ClientConfig, listener: Listener): Promise<Listening> {
  const { channel, heard, log, outage } = listener;
  let client: pg.Client | undefined;
  let isClosed = false;
  let again: NodeJS.Timeout | undefined;
  const open = async () => {
    const fresh = new pg.Client(config);
    client = fresh;
    /** A connection may tell in several ways that it is gone, and is renewed once: two would be four the next time. */
    const renew = (error?: Error) => {
      if (isClosed || client !== fresh) return;
      client = undefined;
      fresh.end().catch(() => {});
      if (error) outage.failed(error);
      if (error) logFailure(log, error, "listening for work was interrupted; polling goes on");
      again = setTimeout(() => void open(), RELISTEN_AFTER_MS);
    };
    fresh.on("error", renew);
    fresh.on("end", () => renew());
    fresh.on("notification", heard);
    const listening = fresh.connect().then(() => fresh.query(`listen ${pg.escapeIdentifier(channel)}`));
    await listening.catch(renew);
  };
  await open();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(again);
      await client?.end().catch(() => {});
    },
  };
}
