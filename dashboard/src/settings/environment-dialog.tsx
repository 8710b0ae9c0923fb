import { TidingsError } from "@tidings/client";
import type { Environment } from "@tidings/contract";
import { useState } from "react";
import { FailedRead } from "../app/failed-read.tsx";
import { Button } from "../components/button.tsx";
import { Checkbox } from "../components/checkbox.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field, Select, TextInput } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { say } from "../components/toast.tsx";
import { readSessionAgain, useCreateEnvironment, useUpdateEnvironment } from "./environments.ts";
import styles from "./settings.module.css";
import { changeTitle, environmentWords as own } from "./words.ts";

type DialogProps = {
  /** The one to change; without it, a new one is made. */
  environment: Environment | undefined;
  onClose: () => void;
  /** Called with the first key of a new environment. */
  onKey: (key: string) => void;
};

const FORM = "environment-form";

/** Makes an environment, or changes one. */
export function EnvironmentDialog({ environment, onClose, onKey }: DialogProps) {
  const [create, update] = [useCreateEnvironment(), useUpdateEnvironment()];
  const error = create.error ?? update.error;
  const done = (sentence: string) => {
    void readSessionAgain();
    say(sentence);
    onClose();
  };
  const save = (draft: Draft) => {
    if (create.isPending || update.isPending) return;
    if (environment) {
      const changes = { ...bodyOf(draft), color: draft.color === "" ? null : draft.color };
      update.mutate({ id: environment._id, changes }, { onSuccess: () => done(own.saved) });
    } else
      create.mutate(
        { ...bodyOf(draft), isTest: draft.isTest },
        {
          onSuccess: ({ apiKeys: [first] }) => {
            done(own.created);
            if (first) onKey(first.key);
          },
        },
      );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={environment ? changeTitle(environment.name) : own.addTitle}
      footer={<Footer isBusy={create.isPending || update.isPending} isNew={!environment} onClose={onClose} />}
    >
      <EnvironmentForm environment={environment} errors={errorsOf(error)} onSave={save} />
      {error && <FailedRead title={own.notSaved} error={error} />}
    </Dialog>
  );
}

type FooterProps = { isBusy: boolean; isNew: boolean; onClose: () => void };

const Footer = ({ isBusy, isNew, onClose }: FooterProps) => (
  <>
    <Button onClick={onClose}>{own.cancel}</Button>
    <Button type="submit" form={FORM} kind="primary" isBusy={isBusy}>
      {isNew ? own.create : own.save}
    </Button>
  </>
);

/** The default time zone of an environment that chose none. */
const NO_ZONE = "UTC";

type Draft = {
  name: string;
  identifier: string;
  color: string;
  timezone: string;
  isTest: boolean;
  isProtected: boolean;
};

function draftOf(environment: Environment | undefined): Draft {
  const { name = "", identifier = "", color = "", timezone = "" } = environment ?? {};
  const { isTest = false, isProtected = false } = environment ?? {};
  return { name, identifier, color, timezone, isTest, isProtected };
}

/** Empty texts are left out: the service keeps or makes them. An emptied time zone is UTC, as its field shows. */
const bodyOf = ({ name, identifier, color, timezone, isProtected }: Draft) => ({
  name: name.trim(),
  ...(identifier.trim() === "" ? {} : { identifier: identifier.trim() }),
  ...(color === "" ? {} : { color }),
  timezone: timezone.trim() || NO_ZONE,
  isProtected,
});

const errorsOf = (error: Error | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries((error instanceof TidingsError && error.errors) || {}).map(([name, { messages }]) => [
      name,
      messages.join(" "),
    ]),
  );

type FormProps = {
  environment: Environment | undefined;
  errors: Record<string, string>;
  onSave: (draft: Draft) => void;
};

function EnvironmentForm({ environment, errors, onSave }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(environment));
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  return (
    <Form id={FORM} onSubmit={() => onSave(draft)} className={styles.form}>
      <Field label={own.name} help={own.nameHelp} error={errors.name}>
        <TextInput value={draft.name} onChange={(name) => change({ name })} autoComplete="off" />
      </Field>
      <Field label={own.identifier} help={own.identifierHelp} error={errors.identifier}>
        <TextInput
          value={draft.identifier}
          onChange={(identifier) => change({ identifier })}
          autoComplete="off"
          isCode
        />
      </Field>
      <Field label={own.zone} help={own.zoneHelp} error={errors.timezone}>
        <TextInput
          value={draft.timezone}
          onChange={(timezone) => change({ timezone })}
          placeholder={NO_ZONE}
          autoComplete="off"
          isCode
        />
      </Field>
      <ColorField value={draft.color} onChange={(color) => change({ color })} error={errors.color} />
      {!environment && (
        <Field label={own.kind} help={own.kindHelp}>
          <Select
            value={draft.isTest ? "test" : "ordinary"}
            onChange={(kind) => change({ isTest: kind === "test" })}
            choices={KINDS}
          />
        </Field>
      )}
      <div>
        <Checkbox
          label={own.protected}
          isChecked={draft.isProtected}
          onChange={(isProtected) => change({ isProtected })}
        />
        <p className={styles.help}>{own.protectedHelp}</p>
      </div>
    </Form>
  );
}

type ColorProps = { value: string; onChange: (color: string) => void; error: string | undefined };

/** Where the choice of a color begins. */
const FIRST_COLOR = "2b4c96";

/** The browser's field for colors shows black for none, so that it comes with the first color. */
function ColorField({ value, onChange, error }: ColorProps) {
  const hasColor = value !== "";
  return (
    <div className={styles.color}>
      {hasColor && (
        <Field label={own.color} help={own.colorHelp} error={error}>
          <TextInput type="color" value={sixDigits(value)} onChange={onChange} />
        </Field>
      )}
      <div>
        <Button onClick={() => onChange(hasColor ? "" : `#${FIRST_COLOR}`)}>
          {hasColor ? own.removeColor : own.chooseColor}
        </Button>
      </div>
    </div>
  );
}

/** `#abc` is `#aabbcc`: the browser's field knows the long form only. */
const sixDigits = (color: string): string =>
  color.length === 4 ? color.replace(/[0-9a-f]/gi, (digit) => digit + digit) : color;

const KINDS = [
  { value: "ordinary", label: own.ordinaryChoice },
  { value: "test", label: own.testChoice },
];
