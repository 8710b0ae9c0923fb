import { cancelNotification as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { findNotification } from "../../notifications/notification-list-store.ts";
import { cancelNotification as cancel } from "../cancel/cancel.ts";
import { countCanceled } from "./count-canceled.ts";

export const cancelNotification = ({ metrics }: Api) =>
  endpoint(operation, async ({ database, environment, params, transaction }) => {
    const id = params.notificationId.toLowerCase();
    const canceled = await cancel(database, environment.id, id);
    if (canceled.length === 0 && !(await findNotification(database, environment.id, id))) {
      throw new AppError("not_found", "Notification not found");
    }
    countCanceled({ metrics, transaction }, canceled);
    const jobs = canceled
      .filter(({ status }) => status === "canceled")
      .map(({ id: _id, type }) => ({ _id, type }));
    return { canceled: jobs.length, jobs };
  });
