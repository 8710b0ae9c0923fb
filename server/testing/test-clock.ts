import type { Caller } from "./caller.ts";

type Poster = Pick<Caller, "post">;

/** Waits until everything due now has happened; the clock stays. */
export const settled = (environment: Poster) => move(environment, {});

/**
 * On a busy machine the API answers before everything is settled; then the request is repeated. So it states a moment: an
 * amount would be added twice (`advance` in `virtual-time.ts`).
 */
export async function move(environment: Poster, body: { now?: string }): Promise<any> {
  for (;;) {
    const answer = await environment.post("/v1/test-clock", body);
    if (answer.status !== 200) throw new Error(`the clock answered ${JSON.stringify(answer.body)}`);
    if (answer.body.isSettled) return answer.body;
  }
}
