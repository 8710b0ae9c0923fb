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

/** `tidings messages list | head -1` closes our output early: that is no failure, the rest is just not wanted. */
export function allowClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}
