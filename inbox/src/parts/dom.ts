type Value = string | number | boolean | undefined;
export type Attributes = Readonly<Record<string, Value>>;
export type Child = Node | string | undefined | false;

/** A new element. `undefined` and `false` leave out an attribute or a child; `true` is an attribute without a value. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  fill(made, ...children);
  return made;
}

/** Writes only what differs, so that assistive technology hears of real changes only. */
export function setAttributes(node: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== written(value)) node.setAttribute(name, written(value));
  }
}

const written = (value: Exclude<Value, undefined>) => (value === true ? "" : String(value));

/** Replaces the children. */
export function fill(node: Element, ...children: Child[]): void {
  node.replaceChildren(...children.filter((child) => child !== undefined && child !== false));
}

export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** The element with the focus, also inside the shadow root of `node`. */
export function focused(node: Node): Element | null {
  return (node.getRootNode() as ShadowRoot | Document).activeElement;
}

/** Moves a focus by the arrow keys, Home and End. @returns the index, or undefined for another key. */
export function movedIndex(
  key: string,
  index: number,
  count: number,
  isHorizontal = false,
): number | undefined {
  const [back, on] = isHorizontal ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  if (key === on) return Math.min(count - 1, index + 1);
  if (key === back) return Math.max(0, index - 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
