import { expect, test } from "vitest";
import { systemTime } from "../foundation/clock.ts";
import { createLog } from "../foundation/log.ts";
import { MachineFailure } from "../sandbox/machine-failure.ts";
import { errorResponse } from "./error-response.ts";

test("a failure of the machine is 503 with Retry-After, in the shape of all errors, and blames no content", () => {
  const failure = new MachineFailure("not_started", "no thread has started yet");
  const parts = { clock: systemTime, log: createLog("silent") };
  const { status, headers, body } = errorResponse(failure, "/v2/workflows", parts);
  expect([status, headers]).toEqual([503, { "retry-after": "5" }]);
  expect(body).toMatchObject({
    statusCode: 503,
    path: "/v2/workflows",
    message: expect.stringContaining("no thread has started yet"),
    ctx: { error: "Service Unavailable", statusCode: 503 },
  });
});
