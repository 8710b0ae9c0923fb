/** Placeholders for ids that the service generates. */
export const MADE_IDS = {
  messageId: "6a2f0c5be4b0a1c2d3e4f501",
  notificationId: "6a2f0c5be4b0a1c2d3e4f502",
  environmentId: "6a2f0c5be4b0a1c2d3e4f503",
  /** Another environment of the same organization. */
  otherEnvironmentId: "6a2f0c5be4b0a1c2d3e4f504",
  keyId: "6a2f0c5be4b0a1c2d3e4f505",
  /** In a link to unsubscribe. */
  token: "ai8MW-SwocLT5PUBai8MW-SwocLT5PUCai8MW-SwocLT5PUDx0Yw8Vd2m1aK5rTq9uLzEg",
  suppressionId: "6a2f0c5be4b0a1c2d3e4f506",
  /** An in-app message, which an inbox calls a notification. */
  inboxNotificationId: "6a2f0c5be4b0a1c2d3e4f507",
  oldInboxNotificationId: "6a2f0c5be4b0a1c2d3e4f508",
  /** Another in-app message. */
  inAppMessageId: "6a2f0c5be4b0a1c2d3e4f509",
  /** A message that waits for its next attempt. */
  waitingMessageId: "6a2f0c5be4b0a1c2d3e4f50a",
};
