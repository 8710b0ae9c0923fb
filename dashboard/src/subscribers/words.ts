/** The texts of the list of subscribers and of the head of a subscriber's page. */
export const words = {
  title: "Subscribers",
  one: "Subscriber",
  search: "Name, e-mail, phone or id",
  reading: "Reading the subscribers",
  cannotBeRead: "The subscribers could not be read",
  none: "No subscribers yet",
  noneWhy: "A subscriber is a person who can be notified. A trigger creates those it names; so does this:",
  noneCommand: "npx tidings subscribers create ada --email ada@example.com",
  noMatch: "No subscriber matches",
  noMatchWhy: "The text is searched in names, e-mail addresses, phone numbers and ids.",
  clear: "Clear the search",
  new: "New…",
  newTitle: "New subscriber",
  create: "Create",
  created: "The subscriber is created",
  cannotBeCreated: "The subscriber could not be created",
  id: "Id",
  idHelp: "The id of the person in your system. It cannot be changed later.",
  readingOne: "Reading the subscriber",
  oneCannotBeRead: "The subscriber could not be read",
  tabs: "What to show of the subscriber",
  online: "Online",
  lastOnline: "Last online",
  localTime: "local time",
  noAddress: "No e-mail address and no phone number",
  more: "More actions",
  delete: "Delete…",
  deleteAction: "Delete",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWhat:
    "The profile, messages, preferences and topic memberships go at once, and nothing that waits is sent. The addresses and contents in the records of past notifications are erased soon after. Ids, states and times are kept. This cannot be undone.",
  deleted: "The subscriber is deleted",
  cannotBeDeleted: "The subscriber could not be deleted",
} as const;

export const TAB_WORDS = {
  notifications: "Notifications",
  profile: "Profile",
  preferences: "Preferences",
  messages: "Messages",
  topics: "Topics",
  "would-get": "Would get",
} as const;

/** Fields of a profile. */
export const FIELD_WORDS = {
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phone: "Phone",
  timezone: "Time zone",
  locale: "Locale",
  avatar: "Picture (URL)",
  data: "Data (JSON)",
} as const;
