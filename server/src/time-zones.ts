import { chooseZones, newerBeside } from "./calendar/zones/choose-zones.ts";
import type { ZoneVersion } from "./calendar/zones/zone-files.ts";
import { useZones } from "./calendar/zones/zones.ts";
import type { Database } from "./database/database.ts";
import type { ZonesSeen } from "./delivery/system/installation.ts";
import { startMovingWaits } from "./delivery/zone-data/move-waits.ts";
import type { Time } from "./foundation/clock.ts";
import type { Log } from "./foundation/log.ts";
import { onceInAWhile } from "./foundation/once-in-a-while.ts";
import type { Settings } from "./foundation/settings.ts";

type ZoneParts = { settings: Pick<Settings, "timeZones" | "role">; database: Database; log: Log; time: Time };

export type StartedZones = {
  readonly used: ZoneVersion;
  /** What is used, and newer data beside it, at most 10 s old. */
  see(): Promise<ZonesSeen>;
  close(): Promise<void>;
};

const SEE_EVERY_MS = 10_000;
/** An upgrade of the operating system is noticed, and logged, within this time. */
const LOOK_EVERY_MS = 3_600_000;

/**
 * Chooses the zone data of this process by the setting, and moves the waits that were computed by others. They stay until the process
 * ends: with those of an upgrade in between, two zones could have rules of two versions.
 */
export async function startZones({ settings, database, log, time }: ZoneParts): Promise<StartedZones> {
  const files = chooseZones(settings.timeZones);
  useZones(files);
  const { version, source } = files;
  const used = { version, source };
  log.info(used, "time zone data");
  let warnedOf: string | undefined;
  const look = (): void => {
    const newer = newerBeside(used);
    if (newer && newer.version !== warnedOf) {
      log.warn(
        { used, newer },
        "newer time zone data are beside those in use: see TIDINGS_TIME_ZONES, and restart",
      );
    }
    warnedOf = newer?.version;
  };
  look();
  const cancel = time.every(LOOK_EVERY_MS, look);
  const moving =
    settings.role === "api" ? undefined : await startMovingWaits({ database, version, log, time });
  const see = async (): Promise<ZonesSeen> => ({ used, newer: newerBeside(used) });
  return {
    used,
    see: onceInAWhile(see, { everyMs: SEE_EVERY_MS, nowMs: time.monotonicMs }),
    close: async () => {
      cancel();
      await moving?.close();
    },
  };
}
