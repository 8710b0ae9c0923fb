import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Draft, DraftStep } from "../draft.ts";

/** Items of the list that are no steps; `~` is in no identifier. */
export const TRIGGER = "~trigger";
export const SETTINGS = "~settings";
export const PARTS = ["content", "when", "delivery", "variants"] as const;
export type Part = (typeof PARTS)[number];
/** On phones, one of the three is shown. */
export type Pane = "steps" | "step" | "rehearsal";
const REHEARSAL = "rehearsal";

export type Place = {
  /** A step's id, `~trigger`, `~settings`, or an id that is not in the draft. */
  item: string;
  step: DraftStep | undefined;
  part: Part;
  pane: Pane;
  /** The subscriberId of the rehearsal's person. */
  person: string | undefined;
  open: (item: string | undefined, part?: string) => void;
  rehearse: () => void;
  setPerson: (subscriberId: string) => void;
};

/** What is open, which is in the address. */
export function usePlace({ steps }: Draft): Place {
  const from = "/frame/in/$environment/workflows/$workflowId";
  const { step: given, part: wanted, as: person } = useSearch({ from });
  const navigate = useNavigate({ from: "/in/$environment/workflows/$workflowId" });
  const item = given ?? steps[0]?.stepId ?? TRIGGER;
  const withPerson = person === undefined ? {} : { as: person };
  const go = (search: { step?: string; part?: string; as?: string }, replace = false) =>
    void navigate({ search, replace, resetScroll: false });
  return {
    item,
    step: steps.find(({ stepId }) => stepId === item),
    part: PARTS.find((one) => one === wanted) ?? "content",
    pane: paneOf(given, wanted),
    person,
    open: (next, part) =>
      go({ ...(next === undefined ? {} : { step: next }), ...(part ? { part } : {}), ...withPerson }),
    rehearse: () => go({ ...(given === undefined ? {} : { step: given }), part: REHEARSAL, ...withPerson }),
    setPerson: (subscriberId) =>
      go(
        {
          ...(given === undefined ? {} : { step: given }),
          ...(wanted ? { part: wanted } : {}),
          as: subscriberId,
        },
        true,
      ),
  };
}

function paneOf(item: string | undefined, part: string | undefined): Pane {
  if (part === REHEARSAL) return "rehearsal";
  return item === undefined ? "steps" : "step";
}
