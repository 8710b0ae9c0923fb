/** Steps of a workflow as clients send them. Other fields are spread over a step: `{ ...sms("Code"), delivery: {} }`. */

/** A step of any type; its name is its id. */
export const step = (type: string, stepId: string, controlValues: object) => ({
  name: stepId,
  stepId,
  type,
  controlValues,
});

export const inApp = (body: string, controls: object = {}) =>
  step("in_app", "inbox", { subject: "News", body, ...controls });
export const email = (body: string, controls: object = {}) =>
  step("email", "mail", { subject: "News", body, ...controls });
export const sms = (body: string, controls: object = {}) => step("sms", "text", { body, ...controls });
export const push = (body: string, controls: object = {}) =>
  step("push", "push", { subject: "News", body, ...controls });
export const chat = (body: string, controls: object = {}) => step("chat", "chat", { body, ...controls });
export const custom = (controls: object, stepId = "custom") => step("custom", stepId, controls);

export const delay = (controls: object, stepId = "wait") => step("delay", stepId, controls);
export const digest = (controls: object, stepId = "collect") => step("digest", stepId, controls);
export const throttle = (controls: object, stepId = "throttle") => step("throttle", stepId, controls);

/** A duration as control values. */
export const lasting = (amount: number, unit: string) => ({ amount, unit });
