import type { ChannelSetting } from "./subscriber.ts";

/** The device tokens of a setting and when each was registered; null: not known. */
export type Registrations = ReadonlyMap<string, number | null>;

export function registrationsOf(setting: ChannelSetting | undefined): Registrations {
  const tokens = setting?.credentials.deviceTokens ?? [];
  const times = setting?.registeredMs?.length === tokens.length ? setting.registeredMs : [];
  return new Map(tokens.map((token, index) => [token, times[index] ?? null]));
}

type Registering = { named: readonly string[]; registeredAt: Date | undefined };

/**
 * The times of these tokens: the named ones are registered now, and later than before, so that two registrations differ. The others
 * keep their times. Empty where no time is known.
 */
export function registrationTimes(
  tokens: readonly string[],
  before: Registrations,
  { named, registeredAt }: Registering,
): Pick<ChannelSetting, "registeredMs"> {
  const anew = new Set(registeredAt ? named : []);
  const registeredMs = tokens.map((token) => {
    const knownMs = before.get(token) ?? null;
    return registeredAt && anew.has(token) ? Math.max(registeredAt.getTime(), (knownMs ?? 0) + 1) : knownMs;
  });
  return registeredMs.some((ms) => ms !== null) ? { registeredMs } : {};
}

/** What a vendor says about device tokens that it will not accept any more. */
export type GoneTokens = {
  tokens: readonly string[];
  /** The moment since when the vendor knows it, where it says so. */
  goneAt?: ReadonlyMap<string, number> | undefined;
};

/**
 * The tokens to remove. One that was registered again while the vendor was called (`known` are the registrations before the call),
 * or after the moment that the vendor names, stays: that registration may be valid.
 */
export function tokensToRemove(
  { tokens, goneAt }: GoneTokens,
  { known, current }: { known: Registrations; current: Registrations },
): string[] {
  return [...new Set(tokens)].filter((token) => {
    const registeredMs = current.get(token);
    if (registeredMs === undefined || registeredMs !== known.get(token)) return false;
    const goneMs = goneAt?.get(token);
    return registeredMs === null || goneMs === undefined || registeredMs <= goneMs;
  });
}
