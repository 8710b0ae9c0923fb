import type { Integration } from "@tidings/contract";
import { useState } from "react";
import { useMay } from "../app/environment.tsx";
import { fieldErrorOf } from "../app/field-errors.ts";
import cards from "../components/card.module.css";
import { Field, TextInput } from "../components/field.tsx";
import { isWrong, RATE_FIELDS, type RateTexts, ratesIn, textsOf } from "./rate-texts.ts";
import { PartForm, useSave } from "./save-part.tsx";
import { type RoundProps, useRounds } from "./use-rounds.ts";
import { words } from "./words.ts";

/** How much an integration sends: a second, at the same time, and a day. */
export function RatesForm({ integration }: { integration: Integration }) {
  const mayManage = useMay("manage");
  const { round, ...begun } = useRounds(integration);
  return (
    <section className={cards.card} aria-labelledby="rates">
      <h2 id="rates">{words.rates}</h2>
      <p>{words.ratesHelp}</p>
      {mayManage ? <Editor key={round} {...begun} /> : <p>{words.noPermission}</p>}
    </section>
  );
}

function Editor({ integration: { _id = "", rates }, ...ends }: RoundProps) {
  const [stored] = useState(() => textsOf(rates));
  const [texts, setTexts] = useState<RateTexts>(stored);
  const save = useSave(_id);
  const hasWrong = RATE_FIELDS.some((field) => isWrong(field, texts[field]));
  const hasChanged = RATE_FIELDS.some((field) => texts[field] !== stored[field]);
  return (
    <PartForm
      title={words.rates}
      save={save}
      body={{ rates: ratesIn(texts) }}
      isChanged={hasChanged && !hasWrong}
      {...ends}
    >
      {RATE_FIELDS.map((field) => (
        <Field
          key={field}
          label={words[field]}
          help={words[`${field}Help`]}
          error={
            isWrong(field, texts[field]) ? words[`${field}Wrong`] : fieldErrorOf(save.error, `rates.${field}`)
          }
        >
          <TextInput
            value={texts[field]}
            inputMode="decimal"
            autoComplete="off"
            placeholder={words.noLimit}
            onChange={(text) => setTexts({ ...texts, [field]: text })}
          />
        </Field>
      ))}
    </PartForm>
  );
}
