import { useNavigate } from "@tanstack/react-router";
import { Zap } from "lucide-react";
import { useEnvironment, useMay } from "./environment.tsx";
import { LinkButton } from "./link-button.tsx";
import { addressIn } from "./navigation.ts";
import { useShortcut } from "./shortcuts.tsx";
import { words } from "./words.ts";

type TriggerLinkProps = {
  /** Without it, the form asks for the workflow. */
  workflowId?: string;
  /** A subscriber's id: the recipient. */
  to?: string;
  /** A topic's key: its members are the recipients. */
  topic?: string;
};

/** The way to the form of a trigger, with the key `t`; shown to those who may trigger. One on a page. */
export function TriggerLink({ workflowId, to, topic }: TriggerLinkProps) {
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  const mayTrigger = useMay("trigger");
  const path = workflowId === undefined ? "trigger" : `workflows/${encodeURIComponent(workflowId)}/trigger`;
  const search = { ...(to === undefined ? {} : { to }), ...(topic === undefined ? {} : { topic }) };
  const target = { to: addressIn(environment.identifier, path), search };
  useShortcut("t", words.trigger, () => mayTrigger && void navigate(target));
  if (!mayTrigger) return null;
  return (
    <LinkButton {...target} icon={<Zap size={16} aria-hidden />}>
      {words.trigger}
    </LinkButton>
  );
}
