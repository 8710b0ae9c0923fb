import type { Channel, DeliveryOptions, Integration } from "@tidings/contract";
import { useRead } from "../../app/read.ts";
import { DeliveryFields, type SendingChannel } from "../../components/delivery-fields.tsx";
import { kindOf } from "../../timeline/words.ts";
import type { StepPartProps } from "../draft.ts";
import styles from "./delivery.module.css";
import { words } from "./words.ts";

/** Attempts, lifetime and failover of a step's messages. What is not set here, the integration of its channel says. */
export function StepDelivery({ step, onChange }: StepPartProps) {
  const { type, stepId, delivery } = step;
  const { data } = useRead<Integration[]>(["integrations"], (client) => client.integrations.list());
  if (type === "in_app") return <p className={styles.note}>{words.inApp}</p>;
  const integration = firstOf(data ?? [], type as SendingChannel);
  return (
    <div className={styles.part}>
      <p className={styles.note}>{sentenceOf(integration, type)}</p>
      <DeliveryFields
        key={stepId}
        channel={type as SendingChannel}
        value={delivery}
        inherited={integration?.delivery}
        onChange={(next) => onChange({ delivery: next })}
      />
    </div>
  );
}

/** The integration that sends unless the conditions of another one match: the primary, else an active one. */
function firstOf(integrations: readonly Integration[], channel: Channel): Integration | undefined {
  const active = integrations.filter((one) => one.active && !one.deleted && one.channel === channel);
  return (
    active.find(({ primary }) => primary) ?? active.find(({ conditions = [] }) => conditions.length === 0)
  );
}

const hasOptions = (delivery: DeliveryOptions | undefined): boolean => Object.keys(delivery ?? {}).length > 0;

const sentenceOf = (integration: Integration | undefined, type: string): string =>
  integration && hasOptions(integration.delivery)
    ? words.byIntegration(integration.name)
    : words.byDefault(kindOf(type));
