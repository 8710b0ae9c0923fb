import { grafanaOnCall } from "../../providers/chat/grafana-on-call.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const grafanaOnCallCase: VendorCase<"chat"> = {
  provider: grafanaOnCall,
  credentials: { title: "Disk" },
  message: {
    key: KEY,
    webhookUrl: "https://oncall.grafana.net/integrations/v1/webhook/x/",
    channel: "ops",
    body: "Hi *Ada*",
  },
  request: {
    path: "/integrations/v1/webhook/x/",
    encoding: "json",
    headers: {},
    body: { alert_uid: KEY, title: "Disk", state: "alerting", message: "Hi *Ada*" },
  },
  responses: [
    { name: "taken", status: 200, body: "Ok.", outcome: "accepted" },
    {
      name: "unknown integration",
      status: 403,
      body: "Integration key was not found",
      outcome: "recipient_error",
    },
  ],
};
