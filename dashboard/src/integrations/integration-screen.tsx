import { Link, useParams } from "@tanstack/react-router";
import type { Integration } from "@tidings/contract";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { standingOf } from "../app/integration-health.ts";
import { LiveMark } from "../app/live-mark.tsx";
import { Chip } from "../components/chip.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loading } from "../components/loading.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";
import { useProviders } from "../timeline/use-carriers.ts";
import { ConditionsForm } from "./conditions-form.tsx";
import { CredentialsForm } from "./credentials-form.tsx";
import { DeliveryForm } from "./delivery-form.tsx";
import { HealthBox } from "./health-box.tsx";
import { IntegrationActions } from "./integration-actions.tsx";
import styles from "./integrations.module.css";
import { RatesForm } from "./rates-form.tsx";
import { useIntegrations } from "./reads.ts";
import { TestForm } from "./test-form.tsx";
import { words } from "./words.ts";

/** One integration: how it does, a test message, its credentials. */
export function IntegrationScreen() {
  const { id } = useParams({ from: "/frame/in/$environment/integrations/$id" });
  const { data: listed, error, refetch, isFetching, isFetchedAfterMount } = useIntegrations();
  // A new one is not among those that were read before.
  const data = isFetching && !isFetchedAfterMount ? undefined : listed;
  const integration = listed?.find(({ _id, identifier }) => _id === id || identifier === id);
  if (integration) return <IntegrationPage key={integration._id} integration={integration} />;
  return (
    <>
      <PageHeader title={data ? words.notFound : words.title} trail={<Trail />} />
      {error && <FailedRead title={words.unread} error={error} onRetry={() => void refetch()} />}
      {data && <EmptyState title={words.notFound}>{words.notFoundWhy}</EmptyState>}
      {!data && !error && <Loading label={words.reading} />}
    </>
  );
}

function Trail() {
  const { environment } = useEnvironment();
  return (
    <Link to="/in/$environment/integrations" params={{ environment: environment.identifier }}>
      {words.allIntegrations}
    </Link>
  );
}

function IntegrationPage({ integration }: { integration: Integration }) {
  const mayManage = useMay("manage");
  const { data: providers, error, refetch } = useProviders();
  const { channel, name, primary, providerId } = integration;
  const provider = providers?.find((one) => one.id === providerId && one.channel === channel);
  const { state, word } = standingOf(integration);
  const actions = (
    <>
      <LiveMark />
      {mayManage && <IntegrationActions integration={integration} />}
    </>
  );
  return (
    <>
      <PageHeader title={name} trail={<Trail />} actions={actions}>
        <div className={styles.badges}>
          <StateMark state={state} word={word} />
          {primary && <Chip tone="accent">{words.primary}</Chip>}
          <span>{`${provider?.displayName ?? providerId}, ${CHANNEL_NAMES[channel]}`}</span>
        </div>
      </PageHeader>
      <div className={styles.page}>
        <div className={styles.column}>
          {mayManage && channel !== "in_app" && <TestForm integration={integration} />}
          <HealthBox integration={integration} />
        </div>
        <div className={styles.column}>
          {error && <FailedRead title={words.providersUnread} error={error} onRetry={() => void refetch()} />}
          {providers && <CredentialsForm integration={integration} fields={provider?.fields ?? []} />}
          {channel !== "in_app" && <ConditionsForm integration={integration} />}
          {channel !== "in_app" && <DeliveryForm integration={integration} />}
          {channel !== "in_app" && <RatesForm integration={integration} />}
        </div>
      </div>
    </>
  );
}
