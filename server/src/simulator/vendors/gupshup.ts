import { gupshup } from "../../providers/sms/gupshup.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const error = (id: string, details: string) => ({ response: { id, phone: "", details, status: "error" } });

export const gupshupCase: VendorCase<"sms"> = {
  provider: gupshup,
  credentials: { user: "2000012345", password: "the-password", from: "COMPNY" },
  message: { key: KEY, to: "+919812345678", body: "Héllo ☺" },
  request: {
    path: "/GatewayAPI/rest",
    needs: ["userid", "send_to", "msg"],
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: {
      method: "SendMessage",
      userid: "2000012345",
      password: "the-password",
      auth_scheme: "plain",
      v: "1.1",
      format: "json",
      send_to: "919812345678",
      msg: "Héllo ☺",
      msg_type: "Unicode_text",
      mask: "COMPNY",
    },
  },
  responses: [
    {
      name: "sent",
      status: 200,
      body: { response: { id: "728014710863298817", phone: "919812345678", details: "", status: "success" } },
      outcome: "accepted",
      id: "728014710863298817",
    },
    {
      name: "invalid number",
      status: 200,
      body: error("105", "The phone number is not a valid phone number"),
      outcome: "recipient_error",
      reason: "not a valid phone number",
    },
    { name: "wrong password", status: 200, body: error("102", "Auth failed"), outcome: "config_error" },
    { name: "disabled account", status: 200, body: error("104", "User disabled"), outcome: "config_error" },
    { name: "invalid mask", status: 200, body: error("108", "Invalid mask"), outcome: "config_error" },
    { name: "missing parameter", status: 200, body: error("101", "msg"), outcome: "rejected" },
    { name: "unknown error", status: 200, body: error("100", "Unknown error"), outcome: "ambiguous" },
    { name: "200 in HTML", status: 200, body: "<html>hello</html>", outcome: "ambiguous" },
  ],
};
