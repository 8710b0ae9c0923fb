/** Defines a property for each attribute: `subscriber-id` is `subscriberId`, a string, empty without the attribute. */
export function reflectAttributes(prototype: HTMLElement, attributes: readonly string[]): void {
  for (const attribute of attributes) {
    Object.defineProperty(prototype, propertyOf(attribute), {
      get(this: HTMLElement) {
        return this.getAttribute(attribute) ?? "";
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(attribute);
        else this.setAttribute(attribute, String(value));
      },
      configurable: true,
      enumerable: true,
    });
  }
}

/**
 * A page may set properties before this script is loaded; they then hide those of the class. Sets them again, through
 * the class.
 */
export function upgradeProperties(element: HTMLElement, names: readonly string[]): void {
  const record = element as unknown as Record<string, unknown>;
  for (const name of names.map(propertyOf)) {
    if (!Object.hasOwn(element, name)) continue;
    const value = record[name];
    delete record[name];
    record[name] = value;
  }
}

const propertyOf = (attribute: string) => attribute.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
