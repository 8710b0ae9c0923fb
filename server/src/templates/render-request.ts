import type { MachineFailure } from "../sandbox/machine-failure.ts";
import type { PackedTask, TextBatch, TextOutcome } from "./batch.ts";
import type { Escape } from "./engine.ts";
import { MAX_MESSAGE_CHARS, MAX_VARIABLE_CHARS } from "./limits.ts";

/** A task with templates, until it is settled. */
export type RenderJob = {
  readonly texts: readonly string[];
  readonly scope: Readonly<Record<string, unknown>>;
  readonly escape: Escape;
  readonly isSanitized: boolean;
  /** The thread ran out of memory during this job: it is tried once more, alone. */
  isSuspect: boolean;
  /** Maximum of jobs in its next batch: a thread crashed while it read this job with others. */
  maxTogether: number;
  /** Called once, with the processor time in milliseconds; 0 where no thread has begun it. */
  settle(outcome: Settled, usedMs: number): void;
};

/** `left`: not begun within the limits of its call. */
export type Settled = TextOutcome | MachineFailure | "left";

/** A job in the queue; `refusal` returns an outcome when it may no longer be rendered. */
export type QueuedJob = {
  job: RenderJob;
  environmentId: string;
  refusal: () => Settled | undefined;
};

/** Jobs and their message to the thread, in the same order. */
export type RenderRequest = { jobs: RenderJob[]; message: Omit<TextBatch, "number"> };

/**
 * Packs jobs for the thread, as many as fit into one message. Variables are sent as JSON texts, one for each distinct
 * object: as quick as structured clone of the whole (500 tasks, round trip without rendering: 1.6 ms instead of 1.3 ms;
 * one JSON text without sharing: 4.2 ms), but their size is known before anything is sent, only data is transferred, and
 * a variable that cannot be sent fails only its own tasks.
 * @returns the request, and the jobs that did not fit into it.
 */
export function packRequest(jobs: readonly RenderJob[]): { request: RenderRequest; rest: RenderJob[] } {
  const packer = new Packer();
  let packed = 0;
  while (packed < jobs.length && packer.chars <= MAX_MESSAGE_CHARS) {
    packer.add(jobs[packed] as RenderJob);
    packed += 1;
  }
  return { request: packer.request(), rest: jobs.slice(packed) };
}

class Packer {
  readonly jobs: RenderJob[] = [];
  chars = 0;
  readonly #texts = new Map<string, number>();
  readonly #parts: string[] = [];
  readonly #partOf = new Map<unknown, number>();
  readonly #names: string[][] = [];
  readonly #tasks: PackedTask[] = [];

  add(job: RenderJob): void {
    const names = Object.keys(job.scope).filter((name) => isInJson(job.scope[name]));
    const scope: number[] = [];
    for (const name of names) {
      const value = job.scope[name];
      const part = this.#partOf.get(value) ?? this.#addPart(value);
      if (typeof part === "string") return job.settle({ reason: `the variable "${name}" ${part}` }, 0);
      scope.push(part);
    }
    this.jobs.push(job);
    const texts = job.texts.map((text) => this.#textNumber(text));
    const packed = { texts, names: this.#namesNumber(names), scope };
    this.#tasks.push({ ...packed, escape: job.escape, isSanitized: job.isSanitized });
  }

  request(): RenderRequest {
    return {
      jobs: this.jobs,
      message: {
        texts: [...this.#texts.keys()],
        names: this.#names,
        parts: this.#parts,
        tasks: this.#tasks,
      },
    };
  }

  /** Consecutive tasks usually have the same names. */
  #namesNumber(names: string[]): number {
    const last = this.#names.at(-1);
    const isSame = last?.length === names.length && names.every((name, index) => name === last[index]);
    return (isSame ? this.#names.length : this.#names.push(names)) - 1;
  }

  /** The number of the new part; a text when the value is invalid. */
  #addPart(value: unknown): number | string {
    const json = jsonOf(value);
    if (json === undefined) return "is not plain data";
    if (json.length > MAX_VARIABLE_CHARS) return "is larger than 2 MB";
    const part = this.#parts.push(json) - 1;
    this.chars += json.length;
    this.#partOf.set(value, part);
    return part;
  }

  #textNumber(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.chars += text.length;
    this.#texts.set(text, this.#texts.size);
    return this.#texts.size - 1;
  }
}

/** JSON omits the others: such a variable does not exist. */
function isInJson(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

/** Undefined for values that cannot be written: cycles, big integers, too deep nesting. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
