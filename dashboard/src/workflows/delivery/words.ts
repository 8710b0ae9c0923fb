/** The texts of the part "Delivery" of a step. */
export const words = {
  inApp: "In-app messages are stored by the service itself: there are no attempts and no lifetime to set.",
  byIntegration: (name: string) =>
    `Empty fields use what the integration ${name} sets, otherwise the defaults of the service.`,
  byDefault: (kind: string) => `Empty fields use the defaults of the service for ${kind} messages.`,
} as const;
