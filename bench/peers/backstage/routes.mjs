import express from "express";

/** The user whose notifications a GET reads; Backstage itself takes it from the token. */
export const USER_HEADER = "x-bench-user";

/** A subscriber as an entity of Backstage's catalog. */
const userOf = (subscriberId) => `user:default/${subscriberId}`;

/**
 * The routes of the benchmark, in front of the backend's own router: they rewrite the request to the plugin's REST API in
 * the same process, so they cost no second HTTP request.
 */
export function addBenchRoutes(app, pool) {
  app.post("/trigger", express.json({ limit: "20mb" }), (req, res, next) => {
    const { to, payload } = req.body;
    req.body = {
      recipients: { type: "entity", entityRef: to.map(userOf) },
      payload: { title: `Hello ${to[0]}`, description: payload.text },
    };
    req.url = "/api/notifications/notifications";
    answer(res, 201, (notifications) => ({ transactionId: notifications[0]?.id }));
    next();
  });
  app.get("/messages", (req, res, next) => {
    const { subscriberId, page = 0, limit = 10, search } = req.query;
    req.headers[USER_HEADER] = userOf(subscriberId);
    req.query = { limit, offset: String(page * limit), ...(search && { search }) };
    req.url = "/api/notifications/notifications";
    answer(res, 200, ({ totalCount, notifications }) => ({ data: notifications, totalCount }));
    next();
  });
  app.get("/count", async (_req, res) => {
    const { rows } = await pool.query("select count(*) from notifications.notification");
    res.json({ stored: Number(rows[0].count) });
  });
}

/** Replaces the plugin's answer, if it is a success. */
function answer(res, status, bodyOf) {
  const send = res.json.bind(res);
  res.json = (body) => (res.statusCode === 200 ? send.call(res.status(status), bodyOf(body)) : send(body));
}
