export const words = {
  title: "Trigger",
  another: "Trigger another workflow",
  choose: "Trigger a workflow",
  chooseWhat: "Choose the workflow; then say to whom, with which payload, and see what would happen.",
  workflow: "Workflow",
  noWorkflow: "There is no workflow yet",
  noWorkflowWhy: "A workflow says what is sent when something happens. Create one first.",
  reading: "Reading the workflow",
  cannotBeRead: "The workflow could not be read",
  trigger: "Trigger",
  triggering: "Triggering",
  triggerShortcut: "Trigger, in the form of a trigger",
  to: "To",
  toHelp: "Subscribers, topics, or a new person. Each recipient gets it once.",
  addRecipient: "Add a recipient",
  searchRecipients: "Name, id or e-mail, or a topic",
  nothingFound: "No one was found. Type an id to add a new person.",
  noRecipient: "Choose who gets it.",
  remove: "Remove",
  topic: "topic",
  isNew: "new",
  newPerson: "A new person",
  newPersonWhat: "The trigger creates the subscriber, or updates it if the id exists.",
  add: "Add",
  cancel: "Cancel",
  subscriberId: "Subscriber id",
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phone: "Phone",
  payload: "Payload",
  payloadForms: "Forms of the payload",
  fields: "Fields",
  json: "JSON",
  payloadBroken: "The payload is no JSON object. Repair it as JSON; nothing of it is lost.",
  noObject: "This is no JSON object.",
  noValue: "(not set)",
  yes: "yes",
  no: "no",
  required: "required",
  more: "More: transaction id, actor, context, overrides",
  transactionId: "Transaction id",
  transactionIdHelp: "The same id is not executed twice. Empty: a new one.",
  actor: "Actor",
  actorHelp: "The id of the subscriber who caused it.",
  context: "Context",
  contextHelp: 'A JSON object, such as {"tenant": "acme"}.',
  overrides: "Overrides",
  overridesHelp: 'A JSON object, such as {"email": {"subject": "Hello"}}.',
  wouldHappen: "What would happen",
  wouldHappenEmpty: "Choose a recipient, and see each step as it would be, before anything is sent.",
  explaining: "Working out what would happen",
  notExplained: "This would be refused",
  recipient: "Recipient",
  noRecipients: "It has no recipients.",
  refused: "Nothing was triggered",
  unknownTopics: "There are no such topics:",
  goOn: "Go on",
} as const;

const CHANNELS: Readonly<Record<string, string>> = {
  in_app: "in the app",
  email: "by e-mail",
  sms: "by SMS",
  chat: "by chat",
  push: "by push",
};

export const channelWord = (channel: string): string => CHANNELS[channel] ?? channel;

export const people = (count: number, hasMore = false): string => {
  if (hasMore) return `More than ${count.toLocaleString("en")} people`;
  return count === 1 ? "1 person" : `${count.toLocaleString("en")} people`;
};

/** What a trigger is about to do, before it is sent in earnest. */
export const reaches = (workflow: string, many: string): string =>
  `This starts “${workflow}”. ${many} may get real messages.`;
export const unknownPeople = "All members of the topics";
export const newPerson = (text: string): string => `New person “${text}”…`;
export const removed = (label: string): string => `${words.remove} ${label}`;
