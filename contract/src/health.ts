import { Type } from "typebox";
import { operation } from "./operation.ts";

const chapter = "Health";

const Health = Type.Object(
  {
    status: Type.String({ description: "ok when all is well." }),
    info: Type.Optional(
      Type.Record(Type.String(), Type.Object({ status: Type.String() }), { description: "Part by part." }),
    ),
  },
  { title: "Health", description: "How the service is." },
);

/** Wire-facts 4.13. */
export const healthCheck = operation({
  id: "healthCheck",
  chapter,
  method: "GET",
  path: "/v1/health-check",
  summary: "Ask how the service is",
  status: 200,
  failures: [400, 503],
  isOpen: true,
  answer: Health,
});

export const livez = operation({
  id: "livez",
  chapter,
  method: "GET",
  path: "/livez",
  summary: "Ask whether the process lives",
  status: 200,
  failures: [400],
  isOpen: true,
  answer: Health,
});

export const readyz = operation({
  id: "readyz",
  chapter,
  method: "GET",
  path: "/readyz",
  summary: "Ask whether the service can take requests",
  status: 200,
  failures: [400, 503],
  isOpen: true,
  answer: Health,
});

export const HEALTH_OPERATIONS = [healthCheck, livez, readyz] as const;
