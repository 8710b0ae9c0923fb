import { Type } from "typebox";
import { operation } from "./operation.ts";

const chapter = "Health";

const Health = Type.Object(
  {
    status: Type.String({ description: "ok when the service works." }),
    info: Type.Optional(
      Type.Record(Type.String(), Type.Object({ status: Type.String() }), {
        description: "Status of each part.",
      }),
    ),
  },
  { title: "Health", description: "Health of the service." },
);

export const healthCheck = operation({
  id: "healthCheck",
  chapter,
  method: "GET",
  path: "/v1/health-check",
  summary: "Check the health of the service",
  status: 200,
  failures: [400, 503],
  isOpen: true,
  response: Health,
});

export const livez = operation({
  id: "livez",
  chapter,
  method: "GET",
  path: "/livez",
  summary: "Check whether the process is alive",
  status: 200,
  failures: [400],
  isOpen: true,
  response: Health,
});

export const readyz = operation({
  id: "readyz",
  chapter,
  method: "GET",
  path: "/readyz",
  summary: "Check whether the service can accept requests",
  status: 200,
  failures: [400, 503],
  isOpen: true,
  response: Health,
});

export const HEALTH_OPERATIONS = [healthCheck, livez, readyz] as const;
