/** A recipient that was refused beside others. */
export type UnreachedRecipient = {
  /** Absent if the provider says only how many it refused. */
  recipient?: string;
  /** One sentence, without secrets. */
  reason: string;
  /** What the provider answered for it, without secrets. */
  answer?: string;
};

/**
 * The answers for each recipient of a message that goes to several (the addresses of a mail, the device tokens of a push), from a
 * provider that answers for each. Absent if they have the same answer.
 */
export type RecipientAnswers = {
  /** They have the message. */
  reached: readonly string[];
  /** Refused for now: the next attempt is for them alone. */
  waiting: readonly UnreachedRecipient[];
  /** Refused for good: nothing more is sent to them. */
  refused: readonly UnreachedRecipient[];
};

/** What an outcome says about single recipients. */
export type AboutRecipients = {
  recipients?: RecipientAnswers;
  /** Device tokens that the vendor will never accept again. They are removed from the subscriber, unless it registered them later. */
  invalidTokens?: readonly string[];
  /** Since when the vendor knows this of a token, in milliseconds since 1970: one that was registered after that moment stays. */
  goneAt?: ReadonlyMap<string, number>;
};
