import { ICU_NAMES } from "./icu-names.ts";
import { readTzif, type ZoneRules } from "./tzif.ts";
import { readBundledZones, type ZoneFiles } from "./zone-files.ts";

/** A zone, by the name that tzdata has for it. */
export type Zone = { readonly name: string; readonly rules: ZoneRules };

/** The longest name of tzdata has 30 characters. */
const NAME_MAX = 64;

/** The zones of one version of tzdata. Their rules are read at first use: 20 µs for each zone. */
class ZoneTable {
  readonly files: ZoneFiles;
  readonly #places = new Map<string, readonly [name: string, at: number, length: number]>();
  readonly #zones = new Map<string, Zone | undefined>();

  constructor(files: ZoneFiles) {
    this.files = files;
    for (const place of files.index) this.#places.set(place[0].toLowerCase(), place);
    for (const [name, target] of Object.entries(ICU_NAMES)) {
      const place = this.#places.get(target.toLowerCase());
      if (place && !this.#places.has(name.toLowerCase())) this.#places.set(name.toLowerCase(), place);
    }
  }

  /** The zone of this name in any letter case. */
  find(text: string): Zone | undefined {
    if (text.length > NAME_MAX) return undefined;
    const known = this.#zones.get(text);
    if (known) return known;
    const place = this.#places.get(text.toLowerCase());
    return place && this.#zoneAt(place);
  }

  /** Undefined for a file that cannot be read. Only names of tzdata are kept, so that the memory has a bound. */
  #zoneAt([name, at, length]: readonly [string, number, number]): Zone | undefined {
    if (!this.#zones.has(name)) this.#zones.set(name, this.#read(name, at, length));
    return this.#zones.get(name);
  }

  #read(name: string, at: number, length: number): Zone | undefined {
    try {
      return { name, rules: readTzif(this.files.bytes.subarray(at, at + length)) };
    } catch {
      return undefined;
    }
  }

  names(): string[] {
    return this.files.index.map(([name]) => name);
  }
}

let table: ZoneTable | undefined;

/**
 * The rules of zones in this process, as `Intl` has its own: a start sets them once, and passes them on to its threads. Without a
 * start, as in tests of the calendar, they are those of the package.
 */
function inUse(): ZoneTable {
  table ??= new ZoneTable(readBundledZones());
  return table;
}

/** From now on, this process uses these zone data. */
export function useZones(files: ZoneFiles): void {
  if (table?.files !== files) table = new ZoneTable(files);
}

/** What this process uses, for its threads. */
export function zoneFilesInUse(): ZoneFiles {
  return inUse().files;
}

/** The zone of this name, in any letter case; undefined if there is none. */
export function findZone(name: string): Zone | undefined {
  return inUse().find(name);
}

/** Names of zones that end with this text, such as Europe/Berlin for "berlin". */
export function zonesEndingWith(text: string): string[] {
  const end = `/${text.trim().replaceAll(" ", "_").toLowerCase()}`;
  return inUse()
    .names()
    .filter((name) => name.toLowerCase().endsWith(end));
}
