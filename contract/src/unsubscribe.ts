import { Type } from "typebox";
import { operation } from "./operation.ts";

const chapter = "Preferences";
const path = "/v1/unsubscribe/:token";
const params = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: 255,
    description: "The signed token in the header List-Unsubscribe of a mail.",
  }),
});

/** Operations of the recipients of mails, with HTML pages as responses; the SDK does not call them. */

export const showUnsubscribe = operation({
  id: "showUnsubscribe",
  chapter,
  method: "GET",
  path,
  summary: "Show a page to unsubscribe from mails",
  description:
    "Responds with an HTML page that has a button, and changes nothing. An invalid token gets 404.",
  status: 200,
  failures: [404, 503],
  isOpen: true,
  params,
});

export const unsubscribe = operation({
  id: "unsubscribe",
  chapter,
  method: "POST",
  path,
  summary: "Unsubscribe from the mails of a workflow",
  description:
    "One-click unsubscribe (RFC 8058): disables the channel e-mail of one workflow for one subscriber. The body is not read; mail programs send the form `List-Unsubscribe=One-Click`. Responds with an HTML page. A repeated call has no further effect. An invalid token gets 404.",
  status: 200,
  failures: [404, 413, 503],
  isOpen: true,
  takesNoKey: true,
  params,
});

export const UNSUBSCRIBE_OPERATIONS = [showUnsubscribe, unsubscribe] as const;
