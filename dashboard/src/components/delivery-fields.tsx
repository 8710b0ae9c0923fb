import { type Channel, DELIVERY_DEFAULTS, type DeliveryOptions } from "@tidings/contract";
import { useState } from "react";
import styles from "./delivery-fields.module.css";
import { Field, Select, TextInput } from "./field.tsx";
import { LengthField } from "./length-field.tsx";

export type SendingChannel = Exclude<Channel, "in_app">;

type DeliveryProps = {
  channel: SendingChannel;
  value: DeliveryOptions | undefined;
  /** Undefined: nothing is set, the inherited options hold. */
  onChange: (value: DeliveryOptions | undefined) => void;
  /** What holds where nothing is set: the options of the integration of a step. Default: the service's. */
  inherited?: DeliveryOptions | undefined;
  /** The service's sentence about a field. */
  errorOf?: (field: keyof DeliveryOptions) => string | undefined;
};

/** Attempts, lifetime and failover of messages. */
export function DeliveryFields({ channel, value = {}, onChange, inherited, errorOf }: DeliveryProps) {
  const holds = { ...DELIVERY_DEFAULTS, lifetime: DELIVERY_DEFAULTS.lifetime[channel], ...inherited };
  const set = (changes: { [Key in keyof DeliveryOptions]: DeliveryOptions[Key] | undefined }): void => {
    const members = Object.entries({ ...value, ...changes }).filter(([, member]) => member !== undefined);
    onChange(members.length === 0 ? undefined : (Object.fromEntries(members) as DeliveryOptions));
  };
  const flag = (name: "failover" | "failoverOnAmbiguous", label: string, help: string) => (
    <Field label={label} help={help} error={errorOf?.(name)}>
      <Select
        value={value[name] === undefined ? "" : String(value[name])}
        choices={flagChoices(holds[name])}
        onChange={(text) => set({ [name]: text === "" ? undefined : text === "true" })}
      />
    </Field>
  );
  return (
    <div className={styles.fields}>
      <Attempts
        value={value.maxAttempts}
        inherited={holds.maxAttempts}
        error={errorOf?.("maxAttempts")}
        onChange={(maxAttempts) => set({ maxAttempts })}
      />
      <LengthField
        label="Lifetime"
        help="A message that could not be sent within this time is given up."
        value={value.lifetime}
        placeholder={holds.lifetime}
        error={errorOf?.("lifetime")}
        onChange={({ amount, unit }) =>
          set({ lifetime: amount === undefined ? undefined : { amount, unit } })
        }
      />
      {isShared(channel) && (
        <>
          {flag("failover", "Another integration after a failure", FAILOVER_HELP)}
          {flag("failoverOnAmbiguous", "Also if the first may have sent it", AMBIGUOUS_HELP)}
        </>
      )}
    </div>
  );
}

const FAILOVER_HELP = "Sends through another active integration of the channel when this one fails.";
const AMBIGUOUS_HELP =
  "When it is not known whether the provider took the message. It can then arrive twice.";

/** Chat and push addresses belong to one integration. */
const isShared = (channel: SendingChannel): boolean => channel === "email" || channel === "sms";

const flagChoices = (inherited: boolean) => [
  { value: "", label: `Not set here: ${inherited ? "yes" : "no"}` },
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

const MOST_ATTEMPTS = 20;

type AttemptsProps = {
  value: number | undefined;
  inherited: number;
  error: string | undefined;
  onChange: (value: number | undefined) => void;
};

function Attempts({ value, inherited, error, onChange }: AttemptsProps) {
  const [typed, setTyped] = useState("");
  const shown = attemptsIn(typed) === value ? typed : String(value ?? "");
  const isWrong = shown.trim() !== "" && value === undefined;
  return (
    <Field
      label="Attempts"
      help="With one integration, until the message is given up."
      error={isWrong ? `A whole number from 1 to ${MOST_ATTEMPTS}.` : error}
    >
      <TextInput
        value={shown}
        inputMode="numeric"
        autoComplete="off"
        placeholder={String(inherited)}
        onChange={(text) => {
          setTyped(text);
          onChange(attemptsIn(text));
        }}
      />
    </Field>
  );
}

function attemptsIn(text: string): number | undefined {
  const count = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= MOST_ATTEMPTS ? count : undefined;
}
