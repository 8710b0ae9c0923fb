import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStoppedTime } from "../../testing/movable-time.ts";
import { AppError } from "../foundation/app-error.ts";
import { SHARE, type Share } from "../foundation/share.ts";
import { countArrivals } from "./body-arrival.ts";
import { createBodyBudget } from "./body-budget.ts";
import { createClientAddress } from "./client-address.ts";
import { admitRequest, shareOf } from "./request-share.ts";

const A = SHARE.environment("a");

let app: FastifyInstance;
let admitted: Share[];
let refusal: AppError | undefined;
let parsed: number;
beforeEach(() => {
  app = Fastify();
  [admitted, refusal, parsed] = [[], undefined, 0];
  const loadShedding = {
    admit: (share: Share) => {
      if (refusal) throw refusal;
      admitted.push(share);
      return () => {};
    },
  };
  const clientAddress = createClientAddress([]);
  const parts = { bodyBudget: createBodyBudget(), loadShedding, clientAddress, time: createStoppedTime() };
  countArrivals(app, parts);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, async () => {
    parsed += 1;
  });
  const share = async (request: FastifyRequest) => ({ share: shareOf(request) });
  app.all("/forgotten", share);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    admitRequest(loadShedding, [request, reply], { share: A, isWrite: true });
  app.post("/admitted", { onRequest }, share);
});
afterEach(() => app.close());

const METHODS = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

test.each(METHODS)("a route that admits no request takes no body without a share: %s", async (method) => {
  const answer = await app.inject({ method, url: "/forgotten", payload: "x" });
  expect(answer.json()).toEqual({ share: SHARE.stranger("127.0.0.1") });
  expect([admitted, parsed]).toEqual([[SHARE.stranger("127.0.0.1")], 1]);
});

test("a refused share refuses the body before it is parsed", async () => {
  refusal = new AppError("unavailable", "overloaded");
  await app.inject({ method: "POST", url: "/forgotten", payload: "x" });
  expect(parsed).toBe(0);
});

test("a request that its route has admitted keeps that share, and one without a body needs none", async () => {
  const answer = await app.inject({ method: "POST", url: "/admitted", payload: "x" });
  expect(answer.json()).toEqual({ share: A });
  expect((await app.inject({ method: "OPTIONS", url: "/forgotten" })).json()).toEqual({});
  expect(admitted).toEqual([A]);
});
