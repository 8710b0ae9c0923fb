declare const brand: unique symbol;

/**
 * A text with one meaning: texts of different names cannot be swapped, and a plain text is none of them. `…Id` is our id
 * of a record (24 hex digits of the database), `…Key` is the caller's. Requests get their types in `http/endpoint.ts`
 * and in the wire files, rows in the types of the store functions.
 */
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type SubscriberId = Branded<"SubscriberId">;
export type SubscriberKey = Branded<"SubscriberKey">;
export type WorkflowId = Branded<"WorkflowId">;
export type WorkflowKey = Branded<"WorkflowKey">;
export type StepId = Branded<"StepId">;
export type StepKey = Branded<"StepKey">;

/** These texts of a request, or of stored JSON, are the caller's ids. */
export function subscriberKeyOf(text: string): SubscriberKey {
  return text as SubscriberKey;
}

export function workflowKeyOf(text: string): WorkflowKey {
  return text as WorkflowKey;
}

export function stepKeyOf(text: string): StepKey {
  return text as StepKey;
}
