import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { chooseZones, newerBeside } from "../calendar/zones/choose-zones.ts";
import { type Finding, failure, ok, warning } from "./finding.ts";

const TIME_ZONES = "time-zones";

/** The zone data that a start would choose by the setting. */
export function zoneFinding(setting: string): Finding {
  const used = chooseZones(setting);
  const newer = newerBeside(used);
  const says = `the rules are those of tzdata ${used.version} (${used.source})`;
  if (!newer) return ok(TIME_ZONES, says);
  const advice = "set TIDINGS_TIME_ZONES to auto, and restart";
  return warning(TIME_ZONES, `${says}, and ${newer.version} (${newer.source}) is beside them`, advice);
}

const GB = 1e9;
/** Below it, PostgreSQL may stop at any time: it writes ahead in files of 16 MB. */
const LITTLE_BYTES = 0.25 * GB;
const ENOUGH_BYTES = 2 * GB;

/** The space for the data directory, or for the first existing one above it. */
export async function diskFinding(directory: string): Promise<Finding> {
  const existing = await existingOf(directory);
  const writes = await access(existing, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writes) {
    return failure(
      "disk",
      `${existing} cannot be written by this user`,
      "change its owner, or choose another with TIDINGS_DATA_DIR",
    );
  }
  const { bavail, blocks, bsize } = await statfs(existing);
  const free = bavail * bsize;
  const says = `${inGb(free)} of ${inGb(blocks * bsize)} are free in ${existing}`;
  if (free < LITTLE_BYTES) return failure("disk", says, "make room: a full disk refuses all writes");
  return free < ENOUGH_BYTES ? warning("disk", says, "make room before the disk is full") : ok("disk", says);
}

async function existingOf(path: string): Promise<string> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : existingOf(dirname(path));
}

const inGb = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;
