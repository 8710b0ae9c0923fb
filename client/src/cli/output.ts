/** This is the only file that writes to the terminal. */

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a line when those before it are written. @returns false once the output is closed, as by `| head`. */
export function printInTurn(text: string): Promise<boolean> {
  return new Promise((resolve) => process.stdout.write(`${text}\n`, (error) => resolve(!error)));
}

/** Prints failures, and hints for people, on standard error. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Columns of the terminal; undefined when the output goes to a file or a pipe. */
export function terminalWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

/**
 * `tidings messages list | head -1` closes the output early, which is not a failure. A full disk is a failure, but does
 * not stop a server.
 */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") return;
      process.exitCode = 1;
      if (stream === process.stdout) remark(`The output cannot be written: ${error.message}`);
    });
  }
}
