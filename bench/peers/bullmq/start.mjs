import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { runNotificationService } from "../notification-service.mjs";

const CONCURRENCY = 50;

await runNotificationService(async ({ perform }) => {
  const producer = new Redis(process.env.REDIS_URL);
  const consumer = new Redis(process.env.REDIS_URL, { maxRetriesPerRequest: null });
  const queue = new Queue("notifications", {
    connection: producer,
    defaultJobOptions: {
      attempts: 3,
      backoff: { type: "exponential", delay: 1000 },
      // The record is in PostgreSQL.
      removeOnComplete: true,
    },
  });
  const worker = new Worker("notifications", ({ data }) => perform([data]), {
    connection: consumer,
    concurrency: CONCURRENCY,
  });
  worker.on("error", (error) => process.stderr.write(`${error.stack}\n`));
  await worker.waitUntilReady();
  process.stdout.write(`appendfsync ${(await producer.config("GET", "appendfsync"))[1]}\n`);
  return {
    async enqueue(jobs) {
      if (jobs.length === 1) await queue.add("trigger", jobs[0]);
      else await queue.addBulk(jobs.map((data) => ({ name: "trigger", data })));
    },
    async close() {
      await worker.close();
      await queue.close();
      await Promise.all([producer.quit(), consumer.quit()]);
    },
  };
});
