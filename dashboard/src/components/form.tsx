import type { ComponentProps } from "react";

type FormProps = Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> & {
  /** Enter in a field, or the button of type `submit`. */
  onSubmit: () => void;
};

/** A form that the page sends itself; the service says what is wrong with its fields. */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
