import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { getTriggerReport, type TriggerReport } from "@tidings/contract";
import { LiveMark } from "../app/live-mark.tsx";
import { useRead } from "../app/read.ts";
import { UnreadRecord } from "../app/unread-record.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { counted } from "../timeline/words.ts";
import { CancelTrigger } from "./cancel-trigger.tsx";
import { OutcomeBar, OutcomeLegend } from "./outcome-bar.tsx";
import { outcomesOf } from "./outcomes.ts";
import { Reasons } from "./reasons.tsx";
import { Recipients } from "./recipients.tsx";
import { TriggerFacts } from "./trigger-facts.tsx";
import { triggerWords as words } from "./trigger-words.ts";

const FROM = "/frame/in/$environment/triggers/$transactionId";
const PATH = "/in/$environment/triggers/$transactionId";

/** One trigger: its recipients by what became of them, and why. */
export function TriggerScreen() {
  const { transactionId } = useParams({ from: FROM });
  const read = useRead(["trigger-report", transactionId], (client) => client.events.report(transactionId), {
    live: ["notifications"],
  });
  if (read.data) return <TriggerPage report={read.data} />;
  const { error } = read;
  const unread = { reading: words.reading, failed: words.unread };
  return (
    <UnreadRecord
      title={words.one}
      trail={<Trail />}
      words={unread}
      error={error}
      onRetry={() => void read.refetch()}
    />
  );
}

function Trail() {
  const { environment } = useParams({ from: FROM });
  return (
    <Link to="/in/$environment/notifications" params={{ environment }} search={{}}>
      {words.notifications}
    </Link>
  );
}

function TriggerPage({ report }: { report: TriggerReport }) {
  const search = useSearch({ from: FROM });
  const { state, code } = search;
  const navigate = useNavigate({ from: PATH });
  const { transactionId, workflowId, recipients } = report;
  const outcomes = outcomesOf(report);
  const filter = (next: typeof search) => void navigate({ search: next, replace: true, resetScroll: false });
  const actions = (
    <>
      <LiveMark />
      <CancelTrigger report={report} />
      <CopyAs call={callOf(transactionId)} />
    </>
  );
  return (
    <>
      <PageHeader
        title={words.title(workflowId, counted(recipients, "recipient"))}
        trail={<Trail />}
        actions={actions}
      >
        <TriggerFacts report={report} />
      </PageHeader>
      <section aria-label={words.outcome}>
        <OutcomeBar outcomes={outcomes} />
        <OutcomeLegend
          outcomes={outcomes}
          selected={code === undefined ? state : undefined}
          onSelect={(chosen) => filter(chosen === undefined ? {} : { state: chosen })}
        />
      </section>
      <Reasons report={report} selected={code} onSelect={filter} />
      <Recipients
        filter={{ ...search, transactionId }}
        onReset={() => filter({})}
        onPage={(cursor) => filter({ ...(state ? { state } : {}), ...(code ? { code } : {}), ...cursor })}
      />
    </>
  );
}

const callOf = (transactionId: string) => ({
  operation: getTriggerReport,
  params: { transactionId },
  sdk: { method: "events.report", args: [transactionId] },
  cli: ["report", transactionId],
});
