import type { Channel, RateWait } from "@tidings/contract";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";

export const words = {
  title: "Integrations",
  reading: "Reading the integrations",
  unread: "The integrations could not be read",
  connect: "Connect",
  connectTitle: "Connect a provider",
  nothingConnected: "Nothing connected",
  nothingConnectedWhy: "Steps of this channel cannot send.",
  primary: "Primary",
  off: "Off",
  test: "Test",
  repair: "Repair",
  notFound: "No such integration here",
  notFoundWhy: "It was deleted, or it belongs to another environment.",
  allIntegrations: "All integrations",
  channels: "Channels",
  allChannels: "All channels",
  searchProviders: "Search for a provider",
  noProvider: "No provider has this name.",
  providers: "Providers",
  readingProviders: "Reading the providers",
  providersUnread: "The providers could not be read",
  storedOnly: "Can be stored only: this version does not send through it. Use the webhook of its channel.",
  otherProvider: "Other provider",
  documentation: "Documentation",
  name: "Name",
  nameHelp: "The name in lists and on pages.",
  more: "More settings",
  optional: "optional",
  checkAndSave: "Check and save",
  saveUnchecked: "Save without a check",
  checkHelp:
    "Asks the provider whether it accepts these credentials, and saves them if so. Sends no message.",
  notSaved: "Nothing was saved",
  answer: "Answer of the provider",
  saved: "Saved",
  replace: "Replace",
  keep: "Keep the stored one",
  storedSecret: "A value is stored. It is not shown.",
  storedRest: "The rest of the address is stored. It is not shown.",
  unset: "As the provider does by default",
  yes: "Yes",
  no: "No",
  notJson: "This is not valid JSON.",
  credentials: "Credentials",
  noCredentials: "This provider needs no credentials.",
  noPermission: "Your session may read integrations, not change them.",
  discard: "Discard the changes",
  save: "Save",
  conditions: "Conditions",
  noConditions: "Without conditions it may send every message of its channel.",
  delivery: "Delivery",
  deliveryHelp: "Steps may set their own. Empty fields use the defaults of the service.",
  rates: "Rates",
  ratesHelp: "How much all workers send together. Messages that find no room wait; this is no attempt.",
  perSecond: "Messages a second",
  perSecondHelp: "Evenly spread; 0.1 is one in ten seconds.",
  perSecondWrong: "A number from 0.01 to 1,000.",
  concurrency: "At the same time",
  concurrencyHelp: "Calls in progress; for SMTP, open connections.",
  concurrencyWrong: "A whole number from 1 to 1,000.",
  perDay: "A day",
  perDayHelp: "Days begin at 00:00 UTC.",
  perDayWrong: "A whole number from 1 to 1,000,000,000.",
  noLimit: "No limit",
  sendTest: "Send a test message",
  testTo: "To",
  send: "Send test",
  sendAgain: "Send test",
  testFailed: "The test could not be sent",
  accepted: "Accepted by the provider",
  testReach: "Sends one message to this address.",
  providerMessageId: "Id at the provider",
  status: "Status",
  took: "Took",
  health: "Health",
  unused: "Nothing was sent through it in the last 24 hours.",
  lastHour: "Last hour",
  half: "Half took at most",
  most: "95 % took at most",
  waiting: "Waiting for another attempt",
  lastSuccess: "Last success",
  lastFailure: "Last failure",
  lastError: "Last error",
  closeNow: "Close now",
  closed: "The provider is called again",
  notClosed: "The circuit breaker could not be closed",
  makePrimary: "Make primary",
  madePrimary: "It is the primary integration of its channel now",
  switchOff: "Switch off",
  switchOn: "Switch on",
  switchOffWhy:
    "Nothing is sent through it until it is switched on again. Messages that were given to it already wait up to an hour for it.",
  delete: "Delete",
  deleteWhy:
    "Its credentials are deleted with it. Messages that wait for it go out through another one, or fail.",
  deleted: "Deleted",
} as const;

/** What a test message goes to. */
export const TEST_HELP: Readonly<Record<Channel, string>> = {
  in_app: "",
  email: "An e-mail address.",
  sms: "A phone number, such as +4930123456.",
  push: "A device token.",
  chat: "The URL of a webhook, or a channel of the vendor.",
};

export const OUTCOMES: Readonly<Record<string, string>> = {
  accepted: "The provider has the message",
  not_processed: "The provider did not take it now; a retry makes sense",
  ambiguous: "The provider may have taken it",
  config_error: "The account or the credentials are wrong",
  recipient_error: "The provider cannot reach this recipient",
  rejected: "The provider refuses the message itself",
};

export const sendsOnlyIf = (filters: string): string =>
  `Sends only messages for which ${filters}; for these it comes before the primary one.`;
export const toName = (action: string, name: string): string => `${action}: ${name}`;
export const nothingFor = (channel: Channel): string => `Connect a provider for ${CHANNEL_NAMES[channel]}`;
export const stepsCannotSend = (count: number): string =>
  count === 1 ? "1 step cannot send." : `${count} steps cannot send.`;
export const deleteTitle = (name: string): string => `Delete ${name}?`;
export const switchOffTitle = (name: string): string => `Switch ${name} off?`;
export const calls = (accepted: number, failed: number): string =>
  `${accepted.toLocaleString("en")} accepted, ${failed.toLocaleString("en")} failed`;
export const milliseconds = (ms: number): string => `${ms.toLocaleString("en")} ms`;
export const waitingMessages = (count: number): string =>
  count >= 1_000 ? "1,000 or more" : count.toLocaleString("en");
const RATE_WAITS: Readonly<Record<RateWait, string>> = {
  per_second: "for the rate a second",
  concurrency: "for calls in progress to end",
  per_day: "for the next day (UTC)",
  throttled: "because the provider asked to wait",
  quota: "because the quota at the provider is used up",
};
export const waitingForRate = (count: number, reason: RateWait): string =>
  `${count === 1 ? "1 message waits" : `${waitingMessages(count)} messages wait`} ${RATE_WAITS[reason]}, until`;
export const openFor = (seconds: number): string =>
  seconds > 0
    ? `The circuit breaker is open: the provider is not called for another ${seconds} s, because it keeps failing.`
    : "The circuit breaker is open: the next message tries whether the provider answers again.";
