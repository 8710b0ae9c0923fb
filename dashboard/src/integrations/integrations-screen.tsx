import { Link } from "@tanstack/react-router";
import { CHANNELS, type Channel, type Integration, listIntegrations } from "@tidings/contract";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { figuresOf, needsRepair, standingOf } from "../app/integration-health.ts";
import { LinkButton } from "../app/link-button.tsx";
import { LiveMark } from "../app/live-mark.tsx";
import { Chip } from "../components/chip.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { Loading } from "../components/loading.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";
import styles from "./integrations.module.css";
import { useIntegrations, useStepCount } from "./reads.ts";
import { nothingFor, stepsCannotSend, toName, words } from "./words.ts";

const CALL = { operation: listIntegrations, sdk: { method: "integrations.list", args: [] } };
const CONNECT = "/in/$environment/integrations/~connect";

/** Which providers send, by channel, and how they do. */
export function IntegrationsScreen() {
  const { environment } = useEnvironment();
  const mayManage = useMay("manage");
  const { data, error, refetch } = useIntegrations();
  const params = { environment: environment.identifier };
  const actions = (
    <>
      <LiveMark />
      <CopyAs call={CALL} />
      {mayManage && (
        <LinkButton to={CONNECT} params={params} search={{}} kind="primary">
          {words.connect}…
        </LinkButton>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={words.title} actions={actions} />
      {error && <FailedRead title={words.unread} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label={words.reading} />}
      {data && (
        <div className={styles.channels}>
          {CHANNELS.map((channel) => (
            <ChannelSection
              key={channel}
              channel={channel}
              integrations={data.filter((one) => one.channel === channel)}
            />
          ))}
        </div>
      )}
    </>
  );
}

type SectionProps = { channel: Channel; integrations: readonly Integration[] };

function ChannelSection({ channel, integrations }: SectionProps) {
  return (
    <section className={styles.channel} aria-labelledby={`channel-${channel}`}>
      <h2 id={`channel-${channel}`}>{CHANNEL_NAMES[channel]}</h2>
      {integrations.length === 0 ? (
        <NothingConnected channel={channel} />
      ) : (
        <ul className={styles.rows}>
          {integrations.map((integration) => (
            <Row key={integration._id} integration={integration} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NothingConnected({ channel }: { channel: Channel }) {
  const { environment } = useEnvironment();
  const mayManage = useMay("manage");
  return (
    <div className={styles.nothing}>
      <p>
        <strong>{words.nothingConnected}.</strong> <CannotSend channel={channel} />
      </p>
      {mayManage && (
        <LinkButton
          to={CONNECT}
          params={{ environment: environment.identifier }}
          search={{ channel }}
          isSmall
          aria-label={nothingFor(channel)}
        >
          {words.connect}
        </LinkButton>
      )}
    </div>
  );
}

/** How many steps of workflows cannot send, with the way to them. */
function CannotSend({ channel }: { channel: Channel }) {
  const { environment } = useEnvironment();
  const steps = useStepCount(channel);
  if (!steps) return <>{words.nothingConnectedWhy}</>;
  return (
    <Link
      to="/in/$environment/workflows"
      params={{ environment: environment.identifier }}
      search={{ status: "ERROR" }}
    >
      {stepsCannotSend(steps)}
    </Link>
  );
}

function Row({ integration }: { integration: Integration }) {
  const { environment } = useEnvironment();
  const mayManage = useMay("manage");
  const { _id = "", name, primary, active } = integration;
  const { state, word, reason } = standingOf(integration);
  const params = { environment: environment.identifier, id: _id };
  const action = needsRepair(integration) ? words.repair : words.test;
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <Link to="/in/$environment/integrations/$id" params={params}>
          {name}
        </Link>
        {primary && <Chip tone="accent">{words.primary}</Chip>}
      </div>
      <StateMark state={state} word={word} />
      <p className={styles.figures}>{reason ?? figuresOf(integration)}</p>
      {mayManage && active && integration.channel !== "in_app" && (
        <LinkButton
          to="/in/$environment/integrations/$id"
          params={params}
          isSmall
          aria-label={toName(action, name)}
        >
          {action}
        </LinkButton>
      )}
    </li>
  );
}
