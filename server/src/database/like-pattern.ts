/** A LIKE pattern for texts that contain this text. */
export function anywhere(text: string): string {
  return `%${literal(text)}%`;
}

/** A LIKE pattern for texts that start with this text. */
export function startingWith(text: string): string {
  return `${literal(text)}%`;
}

const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
