import type { DeliveryOptions, Integration } from "@tidings/contract";
import { useState } from "react";
import { useMay } from "../app/environment.tsx";
import { fieldErrorOf } from "../app/field-errors.ts";
import cards from "../components/card.module.css";
import { DeliveryFields, type SendingChannel } from "../components/delivery-fields.tsx";
import { PartForm, useSave } from "./save-part.tsx";
import { type RoundProps, useRounds } from "./use-rounds.ts";
import { words } from "./words.ts";

/** Attempts, lifetime and failover of what an integration sends. */
export function DeliveryForm({ integration }: { integration: Integration }) {
  const mayManage = useMay("manage");
  const { round, ...begun } = useRounds(integration);
  return (
    <section className={cards.card} aria-labelledby="delivery">
      <h2 id="delivery">{words.delivery}</h2>
      <p>{words.deliveryHelp}</p>
      {mayManage ? <Editor key={round} {...begun} /> : <p>{words.noPermission}</p>}
    </section>
  );
}

function Editor({ integration: { _id = "", channel, delivery }, ...ends }: RoundProps) {
  const [stored] = useState(delivery);
  const [options, setOptions] = useState<DeliveryOptions | undefined>(stored);
  const save = useSave(_id);
  return (
    <PartForm
      title={words.delivery}
      save={save}
      body={{ delivery: options ?? {} }}
      isChanged={JSON.stringify(options ?? {}) !== JSON.stringify(stored ?? {})}
      {...ends}
    >
      <DeliveryFields
        channel={channel as SendingChannel}
        value={options}
        onChange={setOptions}
        errorOf={(field) => fieldErrorOf(save.error, `delivery.${field}`)}
      />
    </PartForm>
  );
}
