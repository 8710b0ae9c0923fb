/** Writes one or several lines to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
