import type { Compared } from "./compared.ts";

/** The texts of versions and of their comparison. */
export const words = {
  title: "Versions",
  workflows: "Workflows",
  listTitle: (name: string) => `Versions of ${name}`,
  reading: "Reading the workflow",
  cannotBeRead: "The workflow could not be read",
  listCannotBeRead: "The versions could not be read",
  readingVersions: "Reading the two versions",
  versionCannotBeRead: "The version could not be read",
  version: "Version",
  versionName: (version: number) => `Version ${version}`,
  comparisonTitle: ({ before, after }: Compared) => `Version ${before} and version ${after}`,
  stored: "Stored",
  waiting: "Waiting",
  waitingCount: (count: number) => `${count.toLocaleString("en")} waiting`,
  waitingCapped: "More than 50,000 steps wait in this environment: the numbers may be too low.",
  current: "Current",
  whatItChanged: "What this version changed",
  chosen: "Chosen",
  actions: "Actions",
  choose: "Choose for the comparison",
  chooseVersion: (version: number) => `Choose version ${version} for the comparison`,
  chooseTwo: "Open a version to see what it changed, or choose two to compare them.",
  compare: (before: number, after: number) => `Compare version ${before} with version ${after}`,
  restore: "Restore",
  restoreVersion: (version: number) => `Restore version ${version}`,
  restoreTitle: (version: number, name: string) => `Restore version ${version} of ${name}?`,
  restoreWhat: (version: number, next: number) =>
    `The content of version ${version} is stored as version ${next}, and triggers use it from then on. Notifications that wait keep the version they have. All versions stay in this list.`,
  restored: (version: number, made: number) => `Version ${version} is restored as version ${made}`,
  alreadySame: (version: number, current: number) =>
    `Nothing to restore: version ${current} has the content of version ${version} already`,
  notRestored: "The version could not be restored",
  changedMeanwhile: "Changed meanwhile",
  changedMeanwhileWhy:
    "Another version was saved since this page was read. Nothing was restored; look at the new version, then decide again.",
  before: "Before",
  after: "After",
  same: "Both have the same content.",
  workflow: "Workflow",
  added: "Added",
  removed: "Removed",
  changed: "Changed",
  unchangedSteps: "Unchanged steps",
  unchangedLines: (count: number) => `${count} unchanged ${count === 1 ? "line" : "lines"}`,
  moved: (from: number, to: number) => `Moved from place ${from} to ${to}`,
  comparisonOf: (name: string) => `What is different: ${name}`,
} as const;

/** Members whose names in the API say little to a reader. */
const MEMBER_NAMES: Readonly<Record<string, string>> = {
  skip: "Runs if",
  onlyIf: "Only if",
  payloadSchema: "Schema of the payload",
  validatePayload: "Payload is checked",
  isTranslationEnabled: "Translations",
  preferences: "Channels by default",
  filters: "Filters",
  cron: "Calendar",
  data: "Data",
  redirect: "Link",
};

/** The name of a member as a reader calls it: `primaryAction` is "Primary action". */
export function memberName(member: string): string {
  const spaced = member.replace(/([a-z0-9])([A-Z])/g, (_, one, other) => `${one} ${other.toLowerCase()}`);
  return MEMBER_NAMES[member] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The name of a control value; its `type` is not the type of the step. */
export const controlName = (member: string): string =>
  member === "type" ? "Kind of time" : memberName(member);

export const variantMember = (variant: string, member: string): string => `Variant ${variant}: ${member}`;
