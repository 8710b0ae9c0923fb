/** The texts of the rehearsal. */
export const words = {
  title: "Rehearsal",
  as: "As",
  asWhat: "Name, id or e-mail",
  noneFound: "No subscriber was found.",
  noSubscribers: "There are no subscribers yet",
  noSubscribersWhy: "A rehearsal is for a person. Create a subscriber, and it begins.",
  isNew: "There is no subscriber with this id: a trigger would create it.",
  payload: "Payload",
  payloadFrom: "Take the payload from",
  last: "the last notification",
  example: "the example of the schema",
  typed: "typed here",
  noObject: "This is no JSON object.",
  at: "At",
  now: "now",
  chosen: "another moment",
  moment: "Moment",
  noMoment: "Choose a day and a time.",
  working: "Working out what would happen",
  failed: "This cannot be rehearsed yet",
  stale: "Below is the last rehearsal that worked.",
  cannotBeRead: "The rehearsal could not begin",
} as const;

/** The summary of a part that is folded. */
export const payloadOf = (source: "last" | "example" | "typed"): string =>
  `${words.payload}: ${words[source]}`;
export const inZone = (zone: string): string => `In the time zone ${zone}.`;
