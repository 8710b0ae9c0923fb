import { whatsappBusiness } from "../../providers/chat/whatsapp-business.ts";
import { KEY, type VendorCase, type VendorResponseCase } from "../vendor-case.ts";
import { whatsappBusinessWebhook } from "../webhooks/whatsapp-business.ts";

type Failure = Pick<VendorResponseCase, "name" | "status" | "outcome"> & { code: number };

function failed({ code, ...response }: Failure): VendorResponseCase {
  const message = `(#${code}) ${response.name}`;
  return {
    ...response,
    body: { error: { message, type: "OAuthException", code, fbtrace_id: "A1" } },
    reason: response.name,
  };
}

export const whatsappBusinessCase: VendorCase<"chat"> = {
  provider: whatsappBusiness,
  credentials: { apiToken: "EAA-the-token", phoneNumberIdentification: "106540352242922" },
  message: { key: KEY, channel: "+491701234567", body: "Hi *Ada*" },
  request: {
    path: "/106540352242922/messages",
    encoding: "json",
    needs: ["messaging_product", "to", "text.body|template.name|interactive|image|document"],
    headers: { authorization: "Bearer EAA-the-token" },
    body: {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "+491701234567",
      type: "text",
      text: { preview_url: false, body: "Hi *Ada*" },
    },
  },
  check: {
    method: "GET",
    path: "/106540352242922",
    headers: { authorization: "Bearer EAA-the-token" },
    answer: { id: "106540352242922" },
  },
  webhook: whatsappBusinessWebhook,
  responses: [
    {
      name: "accepted",
      status: 200,
      body: {
        messaging_product: "whatsapp",
        contacts: [{ input: "+491701234567", wa_id: "491701234567" }],
        messages: [{ id: "wamid.HBgL" }],
      },
      outcome: "accepted",
      id: "wamid.HBgL",
    },
    failed({ name: "Access token has expired", status: 401, code: 190, outcome: "config_error" }),
    failed({ name: "Permission denied", status: 403, code: 10, outcome: "config_error" }),
    failed({ name: "Message undeliverable", status: 400, code: 131026, outcome: "recipient_error" }),
    failed({ name: "Re-engagement message", status: 400, code: 131047, outcome: "rejected" }),
    failed({ name: "Invalid parameter", status: 400, code: 100, outcome: "rejected" }),
    failed({ name: "Something went wrong", status: 500, code: 131000, outcome: "ambiguous" }),
    failed({ name: "Service unavailable", status: 503, code: 131016, outcome: "not_processed" }),
    {
      ...failed({ name: "Rate limit hit", status: 429, code: 130429, outcome: "not_processed" }),
      isThrottled: true,
    },
    {
      ...failed({ name: "Rate limit issues", status: 400, code: 80007, outcome: "not_processed" }),
      isThrottled: true,
    },
    { name: "200 in HTML", status: 200, body: "<html></html>", outcome: "ambiguous" },
  ],
};
