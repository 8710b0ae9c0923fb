import { Logger, makeWorkerUtils, run } from "graphile-worker";
import { runNotificationService } from "../notification-service.mjs";

const TASK = "notify";

await runNotificationService(async ({ perform }) => {
  const runner = await run({
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === "error") process.stderr.write(`${message}\n`);
    }),
    taskList: { [TASK]: (job) => perform([job]) },
    parsedCronItems: [],
    preset: {
      worker: {
        connectionString: process.env.DATABASE_URL,
        concurrentJobs: 24,
        maxPoolSize: 25,
        localQueue: { size: 500 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  const utils = await makeWorkerUtils({ connectionString: process.env.DATABASE_URL });
  return {
    async enqueue(jobs) {
      if (jobs.length === 1) await runner.addJob(TASK, jobs[0], { maxAttempts: 3 });
      else await utils.addJobs(jobs.map((payload) => ({ identifier: TASK, payload, maxAttempts: 3 })));
    },
    async close() {
      await runner.stop();
      await utils.release();
    },
  };
});
