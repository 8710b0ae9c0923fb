import { type ReactNode, useId, useRef } from "react";
import field from "../../components/field.module.css";
import styles from "./code-field.module.css";
import type { Language } from "./language.ts";
import { useCodeEditor } from "./use-code-editor.ts";

type CodeFieldProps = {
  label: string;
  isLabelShown?: boolean;
  value: string;
  onChange: (value: string) => void;
  language: Language;
  isMultiline?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  placeholder?: string | undefined;
  /** The id of an element with more about it. */
  describedBy?: string | undefined;
  /** A sentence under the field. */
  help?: string | undefined;
  /** What is wrong with the text. */
  problems: readonly string[];
  /** The problems as they are shown under the text. */
  children?: ReactNode;
};

/**
 * A field for code. Until the editor is loaded, and where it cannot be, it is a plain text field; nothing that was typed
 * is lost.
 */
export function CodeField({ label, isLabelShown, language, help, children, ...props }: CodeFieldProps) {
  const { value, onChange, problems, placeholder } = props;
  const { isMultiline = false, isReadOnly = false } = props;
  const isInvalid = problems.length > 0;
  const labelRef = useRef<HTMLLabelElement>(null);
  const id = useId();
  const messagesId = `${id}-messages`;
  const helpId = help === undefined ? undefined : `${id}-help`;
  const describedBy = idsOf(props.describedBy, helpId);
  const options = { language, value, onChange, label, isMultiline, isReadOnly, isInvalid };
  const editor = useCodeEditor({ ...options, placeholder, problems, describedBy }, labelRef);
  const looks = {
    id,
    className: styles.control,
    "data-multiline": isMultiline || undefined,
    "data-invalid": isInvalid || undefined,
    "data-readonly": isReadOnly || undefined,
  };
  return (
    <div className={field.field}>
      {isLabelShown && (
        <label ref={labelRef} htmlFor={id} className={field.label}>
          {label}
        </label>
      )}
      {editor.isLoaded ? (
        <div ref={editor.host} {...looks} />
      ) : (
        <textarea
          ref={editor.area}
          {...looks}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          readOnly={isReadOnly}
          rows={isMultiline ? 4 : 1}
          placeholder={placeholder}
          spellCheck={false}
          aria-label={isLabelShown ? undefined : label}
          aria-invalid={isInvalid || undefined}
          aria-describedby={idsOf(isInvalid ? messagesId : undefined, describedBy)}
        />
      )}
      {help !== undefined && (
        <span id={helpId} className={field.help}>
          {help}
        </span>
      )}
      {isInvalid && (
        <ul id={messagesId} className={styles.messages}>
          {children}
        </ul>
      )}
    </div>
  );
}

const idsOf = (...ids: (string | undefined)[]): string | undefined =>
  ids.filter(Boolean).join(" ") || undefined;
