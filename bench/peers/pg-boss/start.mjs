import PgBoss from "pg-boss";
import { runNotificationService } from "../notification-service.mjs";

const QUEUE = "notifications";
const BATCH = 500;

await runNotificationService(async ({ perform }) => {
  const boss = new PgBoss({ connectionString: process.env.DATABASE_URL, max: 20 });
  boss.on("error", (error) => process.stderr.write(`${error.stack}\n`));
  await boss.start();
  await boss.createQueue(QUEUE, { name: QUEUE, retryLimit: 3, retryBackoff: true });
  const options = { batchSize: BATCH, pollingIntervalSeconds: 0.5 };
  const worker = await boss.work(QUEUE, options, (jobs) => perform(jobs.map(({ data }) => data)));
  return {
    async enqueue(jobs) {
      if (jobs.length === 1) await boss.send(QUEUE, jobs[0]);
      else await boss.insert(jobs.map((data) => ({ name: QUEUE, data })));
      // The poll would find the job up to half a second later.
      boss.notifyWorker(worker);
    },
    close: () => boss.stop({ graceful: true, wait: true }),
  };
});
