/** The browser's storage of this origin. Without it (private windows, full, switched off), values last as long as the page. */
const PREFIX = "tidings-";
const inMemory = new Map<string, string>();

export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return inMemory.get(name);
  }
}

export function store(name: string, value: string): void {
  inMemory.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // In memory only.
  }
}

export function removeStored(name: string): void {
  inMemory.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // In memory only.
  }
}
