import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Provider } from "@tidings/contract";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { ErrorBox } from "../components/error-box.tsx";
import { Loading } from "../components/loading.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { useProviders } from "../timeline/use-carriers.ts";
import { ConnectForm } from "./connect-form.tsx";
import { ProviderChoice } from "./provider-choice.tsx";
import { words } from "./words.ts";

const FROM = "/frame/in/$environment/integrations/~connect";

/** Connects a provider: which one, its credentials, the check, then its page. */
export function ConnectScreen() {
  const { environment } = useEnvironment();
  const { channel, provider: id } = useSearch({ from: FROM });
  const mayManage = useMay("manage");
  const { data, error, refetch } = useProviders();
  const provider = data?.find((one) => one.id === id && one.canSend);
  const params = { environment: environment.identifier };
  const trail = (
    <>
      <Link to="/in/$environment/integrations" params={params}>
        {words.allIntegrations}
      </Link>
      {provider && (
        <Link to="/in/$environment/integrations/~connect" params={params} search={channel ? { channel } : {}}>
          {words.otherProvider}
        </Link>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={provider ? titleOf(provider) : words.connectTitle} trail={trail} />
      {!mayManage && <ErrorBox title={words.noPermission} />}
      {error && <FailedRead title={words.providersUnread} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label={words.readingProviders} />}
      {mayManage && provider && <NewIntegration key={provider.id} provider={provider} />}
      {mayManage && data && !provider && <ProviderChoice providers={data} channel={channel} />}
    </>
  );
}

const titleOf = ({ displayName }: Provider): string => `${words.connect} ${displayName}`;

function NewIntegration({ provider }: { provider: Provider }) {
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  const open = (id: string) =>
    void navigate({
      to: "/in/$environment/integrations/$id",
      params: { environment: environment.identifier, id },
    });
  return <ConnectForm provider={provider} onSaved={open} />;
}
