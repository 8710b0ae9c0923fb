import { type Integration, type IntegrationTest, testIntegration } from "@tidings/contract";
import { useState } from "react";
import { useConfirmReach } from "../app/confirm.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { readStored, store } from "../app/storage.ts";
import { Button } from "../components/button.tsx";
import cards from "../components/card.module.css";
import { CodeView } from "../components/code-view.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { Field, TextInput } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { StateMark } from "../components/state-mark.tsx";
import styles from "./integrations.module.css";
import { CHANGES } from "./reads.ts";
import { milliseconds, OUTCOMES, TEST_HELP, words } from "./words.ts";

/** Device tokens and addresses of webhooks are secrets: they are not remembered. */
const isRemembered = ({ channel }: Integration): boolean => channel === "email" || channel === "sms";
const storedAs = ({ channel }: Integration): string => `test-to-${channel}`;

/** Sends one test message and shows what the provider answered. */
export function TestForm({ integration }: { integration: Integration }) {
  const { _id = "", channel } = integration;
  const [to, setTo] = useState(() => (isRemembered(integration) && readStored(storedAs(integration))) || "");
  const confirmReach = useConfirmReach();
  const test = useWrite((client, body: { to: string }) => client.integrations.test(_id, body), CHANGES);
  const address = to.trim();
  const send = async () => {
    if (address === "" || test.isPending || !(await confirmReach(words.testReach, 1))) return;
    if (isRemembered(integration)) store(storedAs(integration), address);
    test.mutate({ to: address });
  };
  const call = {
    operation: testIntegration,
    params: { integrationId: _id },
    body: { to: isRemembered(integration) ? address : "…" },
  };
  return (
    <Form className={cards.card} aria-labelledby="test" onSubmit={() => void send()}>
      <h2 id="test">{words.sendTest}</h2>
      <Field label={words.testTo} help={TEST_HELP[channel]}>
        <TextInput value={to} onChange={setTo} autoComplete="off" spellCheck={false} />
      </Field>
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" isBusy={test.isPending} disabled={address === ""}>
          {words.send}
        </Button>
        <CopyAs call={call} />
      </div>
      <div role="status">{test.data && <Outcome result={test.data} />}</div>
      {test.error && <FailedRead title={words.testFailed} error={test.error} />}
    </Form>
  );
}

function Outcome({ result }: { result: IntegrationTest }) {
  const { outcome, reason, status, providerMessageId, tookMs, raw } = result;
  const facts = [
    [words.status, status],
    [words.providerMessageId, providerMessageId],
    [words.took, milliseconds(tookMs)],
  ].filter(([, value]) => value !== undefined);
  const state = outcome === "accepted" ? "delivered" : "failed";
  return (
    <>
      <StateMark state={state} word={OUTCOMES[outcome] ?? outcome} />
      {reason && <p>{reason}</p>}
      <dl className={styles.facts}>
        {facts.map(([label, value]) => [
          <dt key={`${label} label`}>{label}</dt>,
          <dd key={label}>{value}</dd>,
        ])}
      </dl>
      {raw && <CodeView text={raw} label={words.answer} />}
    </>
  );
}
