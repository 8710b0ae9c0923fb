import { type Sentence, say, value } from "./sentence.ts";
import type { WhyFacts } from "./why-facts.ts";

/** Longer answers are shown in full in the step's details. */
const SHOWN = 200;

/** The provider's words in the reason that we recorded. */
const AFTER_STATUS = /\bstatus \d{3}: (.+?)\.?$/;

/** What the provider said: status and answer if there are any, else the reason that we recorded. */
export function answerOf({ raw }: Pick<WhyFacts, "raw">): Sentence {
  const status = raw.number("status") ?? statusIn(raw.text("reason"));
  const answer = answerText(raw.any("answer") ?? raw.text("reason")?.match(AFTER_STATUS)?.[1]);
  if (status !== undefined) return say`${value(answer ? `${status} ${answer}` : `${status}`)}`;
  const reason = raw.text("reason")?.replace(/\.$/, "");
  return say`${value(answer ?? reason ?? "with an error")}`;
}

/** Who answered what; without an answer, what kept the provider from giving one. */
export function answeredBy(facts: Pick<WhyFacts, "raw" | "carrier">): Sentence {
  const { raw, carrier } = facts;
  const provider = carrier ?? "The provider";
  const reason = raw.text("reason")?.replace(/\.$/, "");
  const hasAnswer = statusIn(raw.text("reason")) ?? raw.number("status") ?? answerText(raw.any("answer"));
  if (hasAnswer !== undefined || reason === undefined) {
    return say`${carrier ? value(provider) : provider} answered ${answerOf(facts)}`;
  }
  if (reason.startsWith("The provider ")) return say`${value(reason.replace("The provider", provider))}`;
  return say`${value(`${provider}: ${reason}`)}`;
}

/** Which integration refused our account, and its answer. */
export function refusedAccount(facts: Pick<WhyFacts, "raw" | "carrier">): Sentence {
  const { carrier } = facts;
  return say`${carrier ? value(carrier) : "The integration"} refused our account: ${answerOf(facts)}`;
}

/** What the other integrations answered that the message was tried with; each a sentence after a space. */
export function otherAnswers({ raw }: Pick<WhyFacts, "raw">): Sentence {
  return raw.list("others").flatMap((other) => {
    const carrier = other.text("name") ?? other.text("integration");
    const facts = { raw: other, carrier };
    const isRefusal = other.text("outcome") === "config_error";
    return say` ${isRefusal ? refusedAccount(facts) : answeredBy(facts)}.`;
  });
}

/** Records from before `status` was stored name it in their sentence. */
function statusIn(reason: string | undefined): number | undefined {
  const found = reason?.match(/\bstatus (\d{3})\b/)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** One line; of the usual JSON of an error, its message. */
export function answerText(answer: unknown): string | undefined {
  if (answer === null || answer === undefined || answer === "") return undefined;
  const text = typeof answer === "string" ? (messageIn(answer) ?? answer) : JSON.stringify(answer);
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

const NAMES = ["message", "error", "detail", "title", "description"];

function messageIn(json: string): string | undefined {
  try {
    const read: unknown = JSON.parse(json);
    if (typeof read !== "object" || read === null) return undefined;
    const found = NAMES.map((name) => (read as Record<string, unknown>)[name]);
    return found.find((one): one is string => typeof one === "string" && one !== "");
  } catch {
    return undefined;
  }
}
