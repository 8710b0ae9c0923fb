/** A request that failed. `status` is the HTTP status, 0 without a response. `message` is a sentence for the reader. */
export class InboxError extends Error {
  readonly status: number;

  constructor(message: string, status = 0) {
    super(message);
    this.status = status;
  }
}

/** The error of a response that is not 2xx: the `message` of its JSON, else its status. */
export async function errorOf(response: Response): Promise<InboxError> {
  const fallback = `The notification service answered ${response.status}`;
  const body: unknown = await response.json().catch(() => undefined);
  const message = (body as { message?: unknown } | undefined)?.message;
  const sentence = Array.isArray(message) ? message.join(", ") : message;
  return new InboxError(typeof sentence === "string" && sentence ? sentence : fallback, response.status);
}
