import { useNavigate, useSearch } from "@tanstack/react-router";
import { oneOf } from "../app/search-params.ts";
import { JsonView } from "../components/json-view.tsx";
import { Tabs } from "../components/tabs.tsx";
import { AttemptsTable } from "../timeline/attempts-table.tsx";
import type { TimelineStep } from "../timeline/timeline-step.ts";
import { isChannel } from "../timeline/words.ts";
import { DigestEvents } from "./digest-events.tsx";
import { notificationWords as words } from "./notification-words.ts";
import { RetryStep } from "./retry-step.tsx";
import { StepAsItWas } from "./step-as-it-was.tsx";
import { StepMessages } from "./step-messages.tsx";
import type { ReadNotification } from "./use-notification.ts";

const FROM = "/frame/in/$environment/notifications/$id";
const PATH = "/in/$environment/notifications/$id";
const TABS = ["message", "attempts", "payload", "step"] as const;
type TabName = (typeof TABS)[number];
type PanelProps = { step: TimelineStep; read: ReadNotification };

/** What a step made, how it was sent, and with what settings it ran. */
export function StepPanel({ step, read }: PanelProps) {
  const { tab } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: PATH });
  const names = isChannel(step.type) ? TABS : TABS.slice(2);
  const selected = oneOf(names as [TabName, ...TabName[]], tab);
  const select = (name: TabName) =>
    void navigate({ search: (before) => ({ ...before, tab: name }), replace: true, resetScroll: false });
  const tabs = names.map((name) => ({
    name,
    label: labelOf(name, step),
    content: contentOf(name, { step, read }),
  }));
  return (
    <>
      {step.type === "digest" && <DigestEvents step={step} />}
      <Tabs label={words.tabs} tabs={tabs} selected={selected} onSelect={select} />
    </>
  );
}

const LABELS: Record<TabName, string> = {
  message: words.message,
  attempts: words.attempts,
  payload: words.payload,
  step: words.asItWas,
};

const labelOf = (name: TabName, { attempts }: TimelineStep): string =>
  name === "attempts" ? `${LABELS.attempts} ${attempts.length}` : LABELS[name];

function contentOf(name: TabName, { step, read }: PanelProps) {
  switch (name) {
    case "message":
      return <StepMessages step={step} read={read} />;
    case "attempts": {
      const carrierOf = (providerId = "") => read.carriers.get(providerId) ?? step.carrier ?? providerId;
      const { attempts, nextAttemptAt } = step;
      const retry = <RetryStep step={step} read={read} isSmall />;
      return <AttemptsTable {...{ attempts, nextAttemptAt, retry, carrierOf }} />;
    }
    case "payload":
      return <Payload value={read.notification.payload} />;
    case "step":
      return <StepAsItWas step={step} read={read} />;
  }
}

const Payload = ({ value }: { value: object | undefined }) =>
  value && Object.keys(value).length > 0 ? (
    <JsonView value={value} root="payload" />
  ) : (
    <p>{words.noPayload}</p>
  );
