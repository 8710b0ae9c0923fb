import { casesOf, responseNamed } from "../server/dist/simulator/choose-response.js";
import { SIMULATED_CASES } from "../server/dist/simulator/vendors/simulated.js";

/** The vendor's case that an SDK plays: its credentials, message, request and documented responses. */
export function caseOf({ provider, form }) {
  const cases = SIMULATED_CASES.filter((one) => one.provider.id === provider);
  const found = cases.find((one) => (form === "webhook" ? one.message.webhookUrl : one.credentials[form]));
  return form === undefined ? cases[0] : found;
}

/** The documented responses, each with the word that makes the simulator answer so. */
export function responsesOf(vendorCase) {
  const named = casesOf(vendorCase).map((name) => [responseNamed(name, vendorCase), name]);
  const documented = named.filter(([response]) => vendorCase.responses.includes(response));
  // The last name of a response is its own; the first may be that of its kind.
  return [...new Map(documented)].map(([response, word]) => ({ response, word }));
}

/** The message of the case, with the word in a text that every vendor of the channel gets. */
export function messageWith(word, { provider, message }) {
  if (word === undefined) return message;
  return { ...message, [provider.channel === "email" ? "subject" : "body"]: `Hi simulate-${word} there` };
}

/** All texts and numbers in a value. */
export function leavesOf(value, path = []) {
  if (["string", "number", "boolean"].includes(typeof value)) return [{ path: path.join("."), value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}
