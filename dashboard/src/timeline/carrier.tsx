import { useCarriers, useProviders } from "./use-carriers.ts";

type CarrierProps = {
  /** The internal id of the integration; it may have been deleted since. */
  integrationId?: string | null | undefined;
  providerId?: string | null | undefined;
};

/** What carried a message: the name of the integration, else that of its provider. Nothing without either. */
export function Carrier({ integrationId, providerId }: CarrierProps) {
  const name = useCarriers().get(integrationId ?? "");
  const provider = useProviders().data?.find(({ id }) => id === providerId)?.displayName;
  return name ?? provider ?? providerId;
}
