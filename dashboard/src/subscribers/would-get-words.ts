/** The texts of the tab that says what a subscriber would get. */
export const WOULD_GET_WORDS = {
  about: (name: string) =>
    `What ${name} would get if each workflow were triggered now with its example payload. Nothing is sent.`,
  label: "Workflows",
  reading: "Reading the workflows",
  cannotBeRead: "The workflows could not be read",
  explaining: (workflow: string) => `Finding out what ${workflow} would send`,
  cannotBeExplained: "What it would send could not be found out",
  none: "No workflows yet",
  noneWhy: "A workflow says what is sent when something happens.",
  off: "The workflow is switched off: a trigger sends nothing.",
  noSteps: "The workflow has no steps: a trigger sends nothing.",
  more: "Show more workflows",
  details: "Steps, messages and payload",
  steps: (workflow: string) => `Steps of ${workflow}`,
  payload: "Example payload",
  noPayload: "The workflow has no example payload; it was tried without one.",
} as const;
