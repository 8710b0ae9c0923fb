/** The texts of the tab of a subscriber's notifications. */
export const NOTIFICATION_WORDS = {
  label: "Notifications",
  reading: "Reading the notifications",
  cannotBeRead: "The notifications could not be read",
  whyNot: "Why not …?",
  workflow: "Workflow",
  anyWorkflow: "All workflows",
  day: "Day",
  clear: "All notifications",
  none: "No notifications yet",
  noneWhy: (name: string) => `Nothing was triggered for ${name}.`,
  nothing: "Nothing was triggered",
  nothingOf: (name: string, { workflow, day }: { workflow?: string; day?: string }) => {
    const which = [workflow && `of ${workflow}`, `named ${name}`, day && `on ${day}`].filter(Boolean);
    return `No trigger ${which.join(" ")}. So there was nothing to send.`;
  },
  wouldGet: "What would they get?",
  deletedWorkflow: "(deleted workflow)",
  failedSteps: (count: number) => `${count} ${count === 1 ? "step" : "steps"} failed`,
  steps: (workflow: string) => `Steps of ${workflow}`,
} as const;
