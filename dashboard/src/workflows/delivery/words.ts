/** The texts of the part "Delivery" of a step. */
export const words = {
  inApp: "In-app messages are stored by the service itself: there are no attempts and no lifetime to set.",
  byIntegration: (name: string) =>
    `What is empty here is as the integration ${name} says, and as the service does by default.`,
  byDefault: (kind: string) => `What is empty here is as the service does by default for ${kind} messages.`,
} as const;
