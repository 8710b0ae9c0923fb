import type { Channel } from "@tidings/contract";

/** The texts of the tab of a subscriber's preferences. */
export const PREFERENCE_WORDS = {
  reading: "Reading the preferences",
  cannotBeRead: "The preferences could not be read",
  about: (name: string) => `What ${name} wants to receive, and who decided it.`,
  everything: "Everything",
  everythingHelp: "Of all workflows that can be switched off.",
  workflows: "By workflow",
  none: "No workflow sends through a channel yet.",
  critical: "critical: cannot be switched off",
  theirs: "theirs",
  workflow: "workflow",
  standard: "default",
  legend: (name: string) =>
    `“theirs”: ${name} decided. “workflow”: the settings of the workflow. “default”: not changed by anyone.`,
  through: (channel: string, what: string) => `${channel}, ${what}`,
  cannotBeChanged: "The preference could not be changed",
  changeAll: (channel: string, isOn: boolean) => `Switch ${channel} ${isOn ? "on" : "off"} for everything?`,
  changeAllWhat: (name: string) => `This replaces what ${name} chose for single workflows.`,
  doChange: "Change it",
  quietHours: "Quiet hours",
  always: "Messages may arrive at any time.",
  schedule: (zone: string) => `Messages arrive at these times, in the zone ${zone}.`,
  closed: "closed",
  editQuietHours: "Edit",
  quietHoursSaved: "The quiet hours are saved",
  quietHoursNotSaved: "The quiet hours were not saved",
  onlyThen: "Messages arrive only at certain times",
  hoursHelp: (zone: string) =>
    `Zone of the times: ${zone}. It is set in the profile. An end before the start is on the next day.`,
  neverOpen: "No time of the week is open.",
  start: "From",
  end: "To",
  timeOf: (what: string, day: string, at: number) => `${what}, ${day}${at === 0 ? "" : ` ${at + 1}`}`,
  hoursOf: (day: string, at: number) => `the hours of ${day}${at === 0 ? "" : ` ${at + 1}`}`,
  addHours: "Add hours",
  addHoursTo: (day: string) => `Add hours: ${day}`,
  noTime: "Type a time.",
  save: "Save",
  cancel: "Cancel",
  noZone: "UTC, because the subscriber has no time zone",
} as const;

export const CHANNEL_WORDS: Record<Channel, string> = {
  in_app: "In-app",
  email: "E-mail",
  sms: "SMS",
  chat: "Chat",
  push: "Push",
};
