/**
 * Why the machine did not do the work:
 * - `not_started`: the thread has not started yet;
 * - `busy`: too much work waits, or too many terminated threads have not ended;
 * - `guard`: the thread stood still for longer than the guard against hanging, without using up its budget of processor time;
 * - `ended`: the thread ended without an error of the work;
 * - `stopping`: the service is stopping.
 */
export type MachineFailureReason = "not_started" | "busy" | "guard" | "ended" | "stopping";

/**
 * The machine did not do the work: this says nothing about its content. It is never stored as an issue of a workflow, a dead
 * letter or an explanation, and is never a 400: a request gets 503 with Retry-After, a job waits without counting an attempt.
 */
export class MachineFailure extends Error {
  readonly reason: MachineFailureReason;

  constructor(reason: MachineFailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
