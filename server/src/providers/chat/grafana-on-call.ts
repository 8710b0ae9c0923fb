import type { CredentialField } from "@tidings/contract";
import { textOf } from "../credential.ts";
import { chatHook } from "./chat-hook.ts";
import { PLAIN_TEXT } from "./markup.ts";

const FIELDS: readonly CredentialField[] = [
  field(
    "alertUid",
    "Alert ID",
    "Alerts with the same ID are one alert group; without it, each message is an alert.",
  ),
  field("title", "Title", "The title of the alert."),
  field("imageUrl", "Image URL", "An image shown with the alert."),
  field("state", "State", "alerting (the default) or ok, which resolves the alert group."),
  field("externalLink", "Link", "A link to the source of the alert."),
];

function field(name: string, label: string, help: string): CredentialField {
  return { name, label, kind: "text", isSecret: false, isRequired: false, help };
}

/** The "formatted webhook": https://grafana.com/docs/oncall/latest/configure/integrations/references/webhook/. */
export const grafanaOnCall = chatHook({
  id: "grafana-on-call",
  displayName: "Grafana OnCall",
  docsUrl: "https://grafana.com/docs/oncall/latest/configure/integrations/references/webhook/",
  fields: FIELDS,
  reading: { idPaths: [], errorPaths: ["detail"] },
  markup: PLAIN_TEXT,
  requestOf: ({ key, body }, credentials) => ({
    json: {
      alert_uid: textOf(credentials, "alertUid") ?? key,
      title: textOf(credentials, "title"),
      image_url: textOf(credentials, "imageUrl"),
      state: textOf(credentials, "state") ?? "alerting",
      link_to_upstream_details: textOf(credentials, "externalLink"),
      message: body,
    },
  }),
});
