/** What a test reads from the jobs of a notification. */

/** The statuses of a notification's jobs, in order. */
export const statusesOf = (notification: any): string[] => notification.jobs.map((job: any) => job.status);

/** The sentences of a job's execution details. */
export const detailsOf = (job: any): string[] => job.executionDetails.map((detail: any) => detail.detail);

/** The execution-detail codes of a notification's first job. */
export const codesOf = (notification: any): string[] =>
  notification.jobs[0].executionDetails.map(({ code }: any) => code);
