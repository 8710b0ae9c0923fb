import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { LiveMark } from "../app/live-mark.tsx";
import { useShortcut } from "../app/shortcuts.tsx";
import { UnreadRecord } from "../app/unread-record.tsx";
import { Button } from "../components/button.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { TheirTimes } from "../components/their-times.tsx";
import { useIsNarrow } from "../components/use-is-narrow.ts";
import { fullNameOf, personOf } from "../timeline/person.ts";
import { shownState } from "../timeline/shown-state.ts";
import { TimelineList, useUnfolded } from "../timeline/timeline-list.tsx";
import type { TimelineStep } from "../timeline/timeline-step.ts";
import { WhyBox } from "../timeline/why-box.tsx";
import { whyOf } from "../timeline/why-of.ts";
import { NeighborLinks } from "./neighbor-links.tsx";
import { NotificationActions } from "./notification-actions.tsx";
import { NotificationFacts } from "./notification-facts.tsx";
import styles from "./notification-screen.module.css";
import { notificationWords as words } from "./notification-words.ts";
import { StepPanel } from "./step-panel.tsx";
import { type ReadNotification, useNotification } from "./use-notification.ts";
import { WhyActions } from "./why-actions.tsx";

const FROM = "/frame/in/$environment/notifications/$id";
const PATH = "/in/$environment/notifications/$id";

/** What happened to one notification, and why; follows it while it goes on. */
export function NotificationScreen() {
  const { id } = useParams({ from: FROM });
  const { data, error, retry } = useNotification(id);
  if (data) return <NotificationPage key={id} read={data} />;
  const unread = { reading: words.reading, failed: words.unread };
  return <UnreadRecord title={words.one} trail={<Trail />} words={unread} error={error} onRetry={retry} />;
}

function Trail({ workflow }: { workflow?: string | undefined }) {
  const { environment } = useParams({ from: FROM });
  return (
    <>
      <Link to="/in/$environment/notifications" params={{ environment }} search={{}}>
        {words.many}
      </Link>
      {workflow && (
        <Link to="/in/$environment/notifications" params={{ environment }} search={{ workflow }}>
          {workflow}
        </Link>
      )}
    </>
  );
}

function NotificationPage({ read }: { read: ReadNotification }) {
  const { notification, timeline } = read;
  const { template, subscriber, state, failedSteps = 0 } = notification;
  const shown = shownState(notification);
  const why = whyOf(timeline, notification.reason);
  const title = `${template?.name ?? words.one} to ${fullNameOf(subscriber)}`;
  return (
    <TheirTimes name={personOf(subscriber)} zone={read.zone}>
      <PageHeader
        title={title}
        trail={<Trail workflow={template?.triggers[0]?.identifier} />}
        actions={
          <>
            <NeighborLinks id={notification._id ?? ""} />
            <LiveMark />
            <NotificationActions read={read} />
          </>
        }
      >
        <p className={styles.state} aria-live="polite">
          {shown && <StateMark state={shown} />}
          {failedSteps > 0 && state !== "failed" && (
            <span className={styles.failed}>{words.failedSteps(failedSteps)}</span>
          )}
        </p>
        <NotificationFacts notification={notification} />
      </PageHeader>
      {why && <WhyBox why={why} actions={<WhyActions why={why} read={read} />} />}
      <Steps read={read} preferred={why?.step} />
    </TheirTimes>
  );
}

/** The timeline, and beside it (on a phone: inside the card) the step that was chosen. */
function Steps({ read, preferred }: { read: ReadNotification; preferred: TimelineStep | undefined }) {
  const { timeline } = read;
  const { step: chosen } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: PATH });
  const isNarrow = useIsNarrow();
  const unfolded = useUnfolded(timeline);
  useShortcut("e", words.unfoldAll, unfolded.toggleAll);
  const found = timeline.steps.find(({ id, stepId }) => id === chosen || stepId === chosen);
  const shown = found ?? (isNarrow ? undefined : (preferred ?? lastBegun(timeline.steps)));
  const select = (step: TimelineStep) => {
    const isAgain = isNarrow && step.id === shown?.id;
    const chosenStep = isAgain ? {} : { step: step.stepId ?? step.id };
    void navigate({
      search: ({ tab }) => ({ ...chosenStep, ...(tab ? { tab } : {}) }),
      replace: true,
      resetScroll: false,
    });
  };
  const panel = shown && <StepPanel step={shown} read={read} />;
  return (
    <div className={styles.columns}>
      <section className={styles.steps} aria-labelledby="steps">
        <header className={styles.stepsHead}>
          <h2 id="steps">{words.steps}</h2>
          <Button kind="quiet" isSmall onClick={unfolded.toggleAll}>
            {unfolded.areAllOpen ? words.foldAll : words.unfoldAll}
          </Button>
        </header>
        <TimelineList
          timeline={timeline}
          selected={shown?.id}
          onSelect={select}
          unfolded={unfolded}
          inside={(step) => isNarrow && step.id === shown?.id && panel}
        />
      </section>
      {!isNarrow && panel && (
        <aside className={styles.panel} aria-label={words.panel(shown.name)}>
          {panel}
        </aside>
      )}
    </div>
  );
}

const lastBegun = (steps: readonly TimelineStep[]) =>
  steps.findLast(({ at, status }) => at !== undefined && status !== "pending") ?? steps[0];
