import { parseArgs } from "node:util";
import { systemClock } from "../foundation/clock.ts";
import { COMMON_CASES, casesOf } from "../simulator/choose-response.ts";
import { type Shown, type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { AnyVendorCase } from "../simulator/vendor-case.ts";
import type { Command } from "./command.ts";
import { print } from "./print.ts";
import type { Variables } from "./settings-flags.ts";
import { stopSignal } from "./stop-signal.ts";

const DEFAULT_PORT = 4500;

const HELP = `tidings simulator: play the APIs of all vendors, to try integrations without an account

Usage: tidings simulator [--port PORT] [--fail CASE]

Listens on 127.0.0.1 (port ${DEFAULT_PORT}) and shows each message that arrives. It checks method, path, credentials, encoding and required
fields as the vendor documents them, and answers in the vendor's own form.
GET /            lists the vendors, and counts the connections so far.
GET /PROVIDER    shows the credentials for an integration (their baseUrl is the simulator) and the vendor's cases;
                 GET /PROVIDER/credentials shows them alone.
PUT /_fail/CASE?vendor=PROVIDER&times=N  makes the next N requests fail so; DELETE /_fail ends it.
--fail CASE      makes every vendor that has the case answer so. A message whose text or recipient contains simulate-CASE
                 gets this answer alone. Every vendor has: ${COMMON_CASES.slice(0, 6).join(", ")},
                 ${COMMON_CASES.slice(6).join(", ")}.
The service must be allowed to call it: --outbound-allow 127.0.0.1:PORT.

Examples:
  tidings simulator
  tidings simulator --port 5000 --fail throttled
  tidings serve --outbound-allow 127.0.0.1:${DEFAULT_PORT}
  curl http://127.0.0.1:${DEFAULT_PORT}/twilio
  curl http://127.0.0.1:${DEFAULT_PORT}/twilio/credentials |
    tidings integrations create --channel sms --provider twilio --name Twilio --credentials -`;

export function simulatorCommand(env: Variables): Command {
  return {
    summary: "play the APIs of all vendors, to try integrations without an account",
    help: HELP,
    async run(argv) {
      const { port, fail } = parseFlags(argv);
      // Only this command needs the vendors; some make keys when they are loaded.
      const { SIMULATED_CASES: cases } = await import("../simulator/vendors/simulated.ts");
      const fault = faultOf(port, fail, cases);
      if (fault) {
        process.stderr.write(`${fault}\n`);
        return 2;
      }
      const simulator = await startSimulator({
        cases,
        port,
        fail,
        clock: systemClock,
        show: (shown) => print(lineOf(shown)),
      });
      print(introduction(simulator, cases));
      await stopSignal(env);
      await simulator.close();
      return 0;
    },
  };
}

function parseFlags(argv: readonly string[]): { port: number; fail: string | undefined } {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args: [...argv], options: { port: text, fail: text } });
  return { port: values.port === undefined ? DEFAULT_PORT : Number(values.port), fail: values.fail };
}

function faultOf(
  port: number,
  fail: string | undefined,
  cases: readonly AnyVendorCase[],
): string | undefined {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return "--port needs a number from 0 to 65535";
  const isKnown = fail === undefined || cases.some((one) => casesOf(one).includes(fail));
  return isKnown ? undefined : `--fail ${fail}: no vendor has this case; all have ${COMMON_CASES.join(", ")}`;
}

function introduction({ url }: Simulator, cases: readonly AnyVendorCase[]): string {
  const ids = [...new Set(cases.map(({ provider }) => provider.id))].sort();
  const address = url.replace("http://", "");
  return `The simulator plays ${ids.length} vendors at ${url}: ${ids.join(", ")}

1. Allow the service to call it: tidings serve --outbound-allow ${address}
2. Create an integration:        curl ${url}/twilio/credentials |
                                   tidings integrations create --channel sms --provider twilio --name Twilio --credentials -
3. See the cases of a vendor:    curl ${url}/twilio
   A text with simulate-CASE, such as simulate-throttled, gets this answer.

Messages:`;
}

function lineOf({ at, providerId, to, text, result }: Shown): string {
  const time = at.toISOString().slice(11, 19);
  const message = to === "" ? "" : `${to}  ${JSON.stringify(text)}  `;
  return `${time}  ${providerId}  ${message}${result}`.replace(/\p{Cc}/gu, " ");
}
