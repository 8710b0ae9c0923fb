export type Option = {
  value: string;
  label: string;
  /** Shown beside the label, such as an id. */
  hint?: string;
};

export type ComboboxProps = {
  label: string;
  options: readonly Option[];
  /** The selected value; empty when none is. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** With it, the caller filters, for example by a request; otherwise label and hint must contain the text. */
  onSearch?: (text: string) => void;
  /** What the list says without options. */
  empty?: string;
};

export type AutocompleteProps = Pick<
  ComboboxProps,
  "label" | "options" | "value" | "onChange" | "placeholder"
> & {
  /** What is wrong with the text. */
  error?: string | undefined;
};
