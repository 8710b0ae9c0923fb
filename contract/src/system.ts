import { type Static, Type } from "typebox";
import { timestamp } from "./fields.ts";
import { operation } from "./operation.ts";

/** Counts of `getSystem` stop here, so that the answer stays cheap. */
export const SYSTEM_COUNT_MAX = 10_000;

const counted = (description: string) => Type.Integer({ description });
const capped = () => Type.Boolean({ description: "True when there are more than 10,000." });

const zoneData = {
  version: Type.String({ description: "Version of tzdata, such as 2026f." }),
  source: Type.Union([Type.Literal("bundled"), Type.Literal("system"), Type.Literal("folder")], {
    description:
      "`bundled`: the copy in the package. `system`: the operating system's. `folder`: those of a folder that the settings name.",
  }),
};

export const System = Type.Object(
  {
    version: Type.String({ description: "Version of the service." }),
    store: Type.Object({
      kind: Type.Union([Type.Literal("embedded"), Type.Literal("postgres")], {
        description:
          "`embedded`: PostgreSQL is started by the service. `postgres`: a server of the operator.",
      }),
      version: Type.String({ description: "Version of PostgreSQL." }),
      bytes: Type.Integer({ description: "Size of the database, at most 10 s old." }),
    }),
    workers: Type.Object({
      count: counted("Workers with a heartbeat in the last 15 s."),
      lastSeenAt: Type.Optional(
        timestamp("The newest heartbeat; absent if no worker had one in the last day."),
      ),
    }),
    queue: Type.Object(
      {
        ready: counted("Triggers and steps of this environment that are due and wait for a worker."),
        readyCapped: capped(),
        oldestAgeSeconds: Type.Number({
          description: "For how long the oldest of them has been due; 0 if there is none.",
        }),
      },
      { description: "What this environment's workers should do now." },
    ),
    waiting: Type.Object({
      count: counted("Steps of this environment that wait for a later moment."),
      countCapped: capped(),
      nextDueAt: Type.Optional(timestamp("When the first of them is due.")),
    }),
    deadLetters: Type.Object({
      count: counted("Dead letters of this environment that were neither replayed nor discarded."),
      countCapped: capped(),
    }),
    openBreakers: counted("Integrations of this environment that are not called because they kept failing."),
    timeZones: Type.Object(
      {
        ...zoneData,
        newer: Type.Optional(
          Type.Object(zoneData, {
            description:
              "Newer ones beside them: see the setting TIDINGS_TIME_ZONES. A restart takes them over with `auto`.",
          }),
        ),
      },
      { description: "The rules of time zones that this process uses." },
    ),
    retention: Type.Record(Type.String(), Type.Integer(), {
      description:
        "For how many days ended data of this environment are kept: notifications, dead_letters and messages by channel. What has no limit is absent.",
    }),
  },
  { title: "System", description: "The installation, and the work of one environment." },
);
export type System = Static<typeof System>;

export const getSystem = operation({
  id: "getSystem",
  chapter: "System",
  method: "GET",
  path: "/v1/system",
  summary: "Retrieve the state of the system",
  description:
    "The installation, and what the workers have to do for this environment. Needs the scope `manage`.",
  status: 200,
  scope: "manage",
  response: System,
});

export const SYSTEM_OPERATIONS = [getSystem] as const;
