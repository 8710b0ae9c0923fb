import { fortySixElks } from "../../providers/sms/forty-six-elks.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const fortySixElksCase: VendorCase<"sms"> = {
  provider: fortySixElks,
  credentials: { user: "u1", password: "the-password", from: "Elk" },
  message: { key: KEY, to: "+46700000000", body: "Åäö & €" },
  request: {
    path: "/a1/sms",
    encoding: "form",
    needs: ["from", "to", "message"],
    headers: { authorization: `Basic ${Buffer.from("u1:the-password").toString("base64")}` },
    body: { from: "Elk", to: "+46700000000", message: "Åäö & €" },
  },
  check: {
    method: "GET",
    path: "/a1/me",
    headers: { authorization: `Basic ${Buffer.from("u1:the-password").toString("base64")}` },
    answer: { id: "u1", balance: 1 },
  },
  responses: [
    {
      name: "created",
      status: 200,
      body: { id: "s17a6dafb12d6b1cabc053d57dac2b9d8", status: "created", direction: "outgoing" },
      outcome: "accepted",
      id: "s17a6dafb12d6b1cabc053d57dac2b9d8",
    },
    {
      name: "wrong password",
      status: 401,
      body: "API access requires authentication",
      outcome: "config_error",
    },
    { name: "no credits", status: 403, body: "Not enough credits", outcome: "config_error" },
    { name: "invalid parameter", status: 400, body: "Missing key message", outcome: "rejected" },
  ],
};
