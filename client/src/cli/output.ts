/** The only file that writes to the terminal. */

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** For what is not the result: failures, and hints for people. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Columns of the terminal; undefined where the output goes to a file or another program. */
export function terminalWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

/**
 * `tidings messages list | head -1` closes our output early: that is no failure, the rest is just not wanted. A full
 * disk is one, but no reason to stop a server.
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
