import { CodeField } from "./code-field.tsx";
import { JSON_LANGUAGE } from "./language.ts";

type JsonInputProps = {
  label: string;
  /** True: the label is only for screen readers. */
  isLabelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  isReadOnly?: boolean;
  placeholder?: string | undefined;
  /** A sentence under the field. */
  help?: string | undefined;
  /** What is wrong with the text. */
  error?: string | undefined;
};

/** JSON as text. What the text means, and whether it is JSON, is known to the form around it. */
export function JsonInput({ error, isLabelHidden = false, ...props }: JsonInputProps) {
  const problems = error === undefined ? [] : [error];
  return (
    <CodeField
      {...props}
      isLabelShown={!isLabelHidden}
      language={JSON_LANGUAGE}
      problems={problems}
      isMultiline
    >
      <li>{error}</li>
    </CodeField>
  );
}
