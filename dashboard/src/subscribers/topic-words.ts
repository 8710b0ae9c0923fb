/** The texts of the tab of a subscriber's topics. */
export const TOPIC_WORDS = {
  label: "Topics",
  topic: "Topic",
  name: "Name",
  since: "Since",
  action: "Action",
  reading: "Reading the topics",
  cannotBeRead: "The topics could not be read",
  none: "No topics",
  noneWhy: (name: string) => `${name} is a member of no topic, so triggers reach them only by their id.`,
  more: (count: number) => `These are the last ${count}; there are more.`,
  choose: "Key of a topic",
  add: "Add to the topic",
  remove: "Remove",
  cannotJoin: "The subscriber could not be added",
  cannotLeave: "The subscriber could not be removed",
} as const;
