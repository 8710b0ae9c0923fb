import type { Language } from "./language.ts";

/** What a code editor is made of, and what may change while it is shown. */
export type CodeEditorOptions = {
  language: Language;
  value: string;
  onChange: (value: string) => void;
  /** For screen readers. */
  label: string;
  /** The name of the list of suggestions, for screen readers. */
  listLabel: string;
  /** Help and problems, for screen readers. */
  description: string;
  isMultiline: boolean;
  isReadOnly: boolean;
  isInvalid: boolean;
  placeholder: string;
};

export type CodeEditor = {
  update: (options: CodeEditorOptions) => void;
  /** Selects a part, by default none, and takes the focus. */
  focus: (selection?: { from: number; to: number }) => void;
  destroy: () => void;
};
