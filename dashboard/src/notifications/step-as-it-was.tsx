import { isSame } from "../app/is-same.ts";
import { useRead } from "../app/read.ts";
import { JsonView } from "../components/json-view.tsx";
import type { TimelineStep } from "../timeline/timeline-step.ts";
import { notificationWords as words } from "./notification-words.ts";
import { ScreenLink } from "./screen-link.tsx";
import styles from "./step-as-it-was.module.css";
import type { ReadNotification } from "./use-notification.ts";

type StepProps = { step: TimelineStep; read: ReadNotification };

/** The settings with which a step ran; and that today's version has others, if it has. */
export function StepAsItWas({ step, read }: StepProps) {
  const hasControls = step.controls && Object.keys(step.controls).length > 0;
  return (
    <div className={styles.settings}>
      <Difference step={step} read={read} />
      {hasControls ? <JsonView value={step.controls} root="controls" /> : <p>{words.noControls}</p>}
    </div>
  );
}

function Difference({ step, read: { notification } }: StepProps) {
  const { workflowVersion: ran, template } = notification;
  const identifier = template?.triggers[0]?.identifier ?? "";
  const { data: workflow } = useRead(["workflow", identifier], (client) => client.workflows.get(identifier), {
    isEnabled: identifier !== "",
  });
  const today = workflow?.version;
  if (!workflow || today === undefined || ran === undefined || today === ran) return null;
  const now = workflow.steps.find(({ stepId }) => stepId === step.stepId);
  if (now && isSame(now.controls.values ?? {}, step.controls ?? {})) return null;
  const path = `workflows/${encodeURIComponent(identifier)}/versions`;
  return (
    <div className={styles.difference}>
      <p>{now ? words.differs(today) : words.isGone(today)}</p>
      <ScreenLink to={{ path, search: { compare: `${ran}..${today}` } }}>{words.compare(ran)}</ScreenLink>
    </div>
  );
}
