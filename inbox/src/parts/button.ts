import { type Attributes, type Child, element } from "./dom.ts";
import { type IconName, icon } from "./icons.ts";

/** A button. (In a shadow root there is no form that it could submit.) */
export function button(
  attributes: Attributes,
  press: () => unknown,
  ...children: Child[]
): HTMLButtonElement {
  const made = element("button", { part: "button", ...attributes }, ...children);
  made.addEventListener("click", () => void press());
  return made;
}

/** A button with a picture; the label is its name and its tooltip. */
export function iconButton(
  label: string,
  name: IconName,
  press: () => unknown,
  attributes: Attributes = {},
): HTMLButtonElement {
  const named = { class: "icon", title: label, "aria-label": label, ...attributes };
  return button(named, press, icon(name));
}
