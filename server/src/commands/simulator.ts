import { parseArgs } from "node:util";
import { systemTime } from "../foundation/clock.ts";
import { parseOutboundAllow } from "../outbound/allow-list.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import { COMMON_CASES, casesOf } from "../simulator/choose-response.ts";
import type { Shown } from "../simulator/shown.ts";
import type { ReceiptPlace, Simulator } from "../simulator/simulator.ts";
import type { AnyVendorCase } from "../simulator/vendor-case.ts";
import type { Command } from "./command.ts";
import { print } from "./print.ts";
import type { Variables } from "./settings-flags.ts";
import { stopSignal } from "./stop-signal.ts";

const DEFAULT_PORT = 4500;
/** The port of the mail server is this much above the other one. */
const SMTP_OFFSET = 25;

const HELP = `tidings simulator: play the APIs of all vendors and a mail server, to try integrations without an account

Usage: tidings simulator [--port PORT] [--smtp-port PORT] [--fail CASE] [--receipts PROVIDER=URL]

Listens on 127.0.0.1 (HTTP on port ${DEFAULT_PORT}, SMTP on port ${DEFAULT_PORT + SMTP_OFFSET}) and shows each message that arrives. It checks method, path,
credentials, encoding and required fields as the vendor documents them, and answers in the vendor's own form. A repeated message is
recognized by its key if the vendor does so.
GET /            lists the vendors, and counts the connections so far.
GET /PROVIDER    shows the credentials for an integration (their baseUrl is the simulator) and the vendor's cases;
                 GET /PROVIDER/credentials and /configurations show these alone. For SMTP: nodemailer or emailjs.
PUT /_fail/CASE?vendor=PROVIDER&times=N  makes the next N requests fail so; DELETE /_fail ends it.
PUT /_receipts/PROVIDER  with a URL as its body: the vendor reports there what becomes of messages; DELETE /_receipts ends it.
--fail CASE      makes every vendor that has the case answer so. A message whose text or recipient contains simulate-CASE
                 gets this answer alone. Every vendor has: ${COMMON_CASES.slice(0, 6).join(", ")},
                 ${COMMON_CASES.slice(6).join(", ")}. Vendors with receipts also have some of: delivered, deferred,
                 bounced, failed, complained, unsubscribed, opened, clicked.
--receipts PROVIDER=URL  the same as PUT /_receipts/PROVIDER; can be repeated. The URL belongs to an integration:
                 http://HOST:PORT/v2/inbound-webhooks/delivery-providers/ENVIRONMENT_ID/INTEGRATION_ID
--smtp-port PORT the port of the mail server. Default: ${SMTP_OFFSET} above --port.
The service must be allowed to call it: --outbound-allow 127.0.0.1:PORT,127.0.0.1:SMTP_PORT.

Examples:
  tidings simulator
  tidings simulator --port 5000 --fail throttled
  tidings serve --outbound-allow 127.0.0.1:${DEFAULT_PORT},127.0.0.1:${DEFAULT_PORT + SMTP_OFFSET}
  curl http://127.0.0.1:${DEFAULT_PORT}/twilio
  curl http://127.0.0.1:${DEFAULT_PORT}/twilio/credentials |
    tidings integrations create --channel sms --provider twilio --name Twilio --credentials -`;

export function simulatorCommand(env: Variables): Command {
  return {
    summary: "play the APIs of all vendors, to try integrations without an account",
    help: HELP,
    async run(argv) {
      const flags = parseFlags(argv);
      // Only this command needs the vendors; some make keys when they are loaded.
      const { SIMULATED_CASES: cases } = await import("../simulator/vendors/simulated.ts");
      const { placeFault, startSimulator } = await import("../simulator/simulator.ts");
      const fault =
        faultOf(flags, cases) ??
        flags.receipts.map((place) => placeFault(place, cases)).find((one) => one !== undefined);
      if (fault) {
        process.stderr.write(`${fault}\n`);
        return 2;
      }
      const outbound = outboundFor(flags.receipts);
      const simulator = await startSimulator({
        ...flags,
        cases,
        time: systemTime,
        call: outbound.request,
        show: (shown) => print(lineOf(shown)),
      });
      print(introduction(simulator, cases));
      await stopSignal(env);
      await simulator.close();
      outbound.close();
      return 0;
    },
  };
}

type Flags = { port: number; smtpPort: number; fail: string | undefined; receipts: ReceiptPlace[] };

function parseFlags(argv: readonly string[]): Flags {
  const text = { type: "string" } as const;
  const options = {
    port: text,
    "smtp-port": text,
    fail: text,
    receipts: { type: "string", multiple: true },
  } as const;
  const { values } = parseArgs({ args: [...argv], options });
  const port = values.port === undefined ? DEFAULT_PORT : Number(values.port);
  const smtpPort = port === 0 ? 0 : port + SMTP_OFFSET;
  return {
    port,
    smtpPort: values["smtp-port"] === undefined ? smtpPort : Number(values["smtp-port"]),
    fail: values.fail,
    receipts: (values.receipts ?? []).map((place) => {
      const [providerId = "", ...url] = place.split("=");
      return { providerId, url: url.join("=") };
    }),
  };
}

function faultOf({ port, smtpPort, fail }: Flags, cases: readonly AnyVendorCase[]): string | undefined {
  const isPort = (value: number) => Number.isInteger(value) && value >= 0 && value <= 65_535;
  if (!isPort(port)) return "--port needs a number from 0 to 65535";
  if (!isPort(smtpPort)) return "--smtp-port needs a number from 0 to 65535";
  const isKnown = fail === undefined || cases.some((one) => casesOf(one).includes(fail));
  return isKnown ? undefined : `--fail ${fail}: no vendor has this case; all have ${COMMON_CASES.join(", ")}`;
}

/** Receipts go to this machine, to public addresses, and to the hosts that the operator has named. */
function outboundFor(receipts: readonly ReceiptPlace[]): Outbound {
  const named = receipts.map(({ url }) => {
    const { hostname, port, protocol } = new URL(url);
    return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  });
  const allow = parseOutboundAllow(["127.0.0.0/8", "::1/128", ...named].join(","));
  return createOutbound({ allow, time: systemTime });
}

function introduction({ url, smtpPort }: Simulator, cases: readonly AnyVendorCase[]): string {
  const ids = [...new Set(cases.map(({ provider }) => provider.id))].sort();
  const address = url.replace("http://", "");
  return `The simulator plays ${ids.length} vendors at ${url}: ${ids.join(", ")}
Mails by SMTP (nodemailer, emailjs) arrive at 127.0.0.1:${smtpPort}

1. Allow the service to call it: tidings serve --outbound-allow ${address},127.0.0.1:${smtpPort}
2. Create an integration:        curl ${url}/twilio/credentials |
                                   tidings integrations create --channel sms --provider twilio --name Twilio --credentials -
3. See the cases of a vendor:    curl ${url}/twilio
   A text with simulate-CASE, such as simulate-throttled, gets this answer.
4. Get receipts:                 curl -X PUT ${url}/_receipts/twilio -d "$TIDINGS_URL/v2/inbound-webhooks/delivery-providers/ENVIRONMENT_ID/INTEGRATION_ID"
   Other vendors need the signing key of ${url}/PROVIDER/configurations in the integration.

Messages:`;
}

function lineOf({ at, providerId, to, text, result }: Shown): string {
  const time = at.toISOString().slice(11, 19);
  const shown = text === undefined ? "" : `${JSON.stringify(text)}  `;
  const message = to === "" ? "" : `${to}  ${shown}`;
  return `${time}  ${providerId}  ${message}${result}`.replace(/\p{Cc}/gu, " ");
}
