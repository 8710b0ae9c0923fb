import { useState } from "react";
import { useEnvironment } from "../../app/environment.tsx";
import { sentenceOf } from "../../app/failed-read.tsx";
import { say } from "../../components/toast.tsx";
import { isObject, type Members } from "../fields/json.ts";
import { words } from "./words.ts";

/** Reads the payload of the workflow's last notification, on demand. */
export function useLastPayload(workflowId: string, onPayload: (payload: Members) => void) {
  const { client } = useEnvironment();
  const [isReading, setReading] = useState(false);
  const read = async (): Promise<void> => {
    setReading(true);
    try {
      const { data } = await client.notifications.list({ workflowIds: [workflowId], limit: 1 });
      const payload = data[0]?.payload;
      if (isObject(payload) && Object.keys(payload).length > 0) onPayload(payload);
      else say(words.noLast);
    } catch (error) {
      say(`${words.unread}: ${sentenceOf(error instanceof Error ? error : new Error(String(error)))}`);
    } finally {
      setReading(false);
    }
  };
  return { isReading, read: () => void read() };
}
