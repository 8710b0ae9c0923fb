/** Workflows that end in every state, and how many of 1,000 triggers are for each of them. */

const step = (type: string, name: string, controlValues: object) => ({ type, name, controlValues });
const inbox = step("in_app", "inbox", {
  subject: "Hello {{subscriber.firstName}}",
  body: "{{payload.text}}",
});
const sms = (body: string) => step("sms", "text", { body });
const mail = step("email", "mail", { subject: "Hello {{subscriber.firstName}}", body: "{{payload.text}}" });

type Kind = {
  readonly workflowId: string;
  readonly steps: readonly object[];
  /** Of 1,000 triggers. */
  readonly share: number;
  /** Only every tenth person has a phone number. */
  readonly hasPhone?: true;
};

const isVip = { "==": [{ var: "payload.vip" }, true] };

export const KINDS: readonly Kind[] = [
  { workflowId: "news", steps: [inbox], share: 300 },
  { workflowId: "comments", steps: [inbox], share: 200 },
  { workflowId: "invoices", steps: [inbox], share: 100 },
  { workflowId: "order-shipped", steps: [inbox, mail], share: 50 },
  { workflowId: "security", steps: [mail], share: 20 },
  {
    workflowId: "vip-offers",
    steps: [step("in_app", "inbox", { subject: "For you", body: "{{payload.text}}", skip: isVip })],
    share: 100,
  },
  { workflowId: "reminder", steps: [step("delay", "wait", { amount: 30, unit: "days" }), inbox], share: 80 },
  {
    workflowId: "summary",
    steps: [step("digest", "collect", { amount: 6, unit: "hours" }), inbox],
    share: 50,
  },
  { workflowId: "login-code", steps: [sms("Code {{payload.text}}")], share: 50 },
  {
    workflowId: "broken-text",
    steps: [inbox, sms("{{ payload.text | nofilter }}")],
    share: 20,
    hasPhone: true,
  },
  { workflowId: "refused", steps: [sms("answer 400")], share: 19, hasPhone: true },
  { workflowId: "unknown-number", steps: [sms("answer 410")], share: 10, hasPhone: true },
  { workflowId: "rare", steps: [inbox], share: 1 },
];

const KIND_OF: readonly Kind[] = KINDS.flatMap((kind) => Array.from({ length: kind.share }, () => kind));

export const SUBSCRIBERS = 20_000;

/** The trigger with this number. Kinds are mixed, as are subscribers, and each number has its own. */
export function eventAt(index: number) {
  // 379 and 7,919 have no divisor in common with 1,000 and 20,000.
  const { workflowId, hasPhone } = KIND_OF[(index * 379) % KIND_OF.length] as Kind;
  const person = (index * 7_919) % SUBSCRIBERS;
  const name = `person-${person}${hasPhone ? "-phone" : ""}`;
  return {
    name: workflowId,
    to: {
      subscriberId: name,
      firstName: `First ${person}`,
      email: `${name}@example.com`,
      ...(hasPhone ? { phone: "+491701234567" } : {}),
    },
    payload: { text: `text ${index}`, order: { id: index } },
  };
}
