import { isSuppressed, SUPPRESSED_TEXT } from "../../suppressions/suppression.ts";
import type { Delivery, Target } from "../runs/decision.ts";
import type { Run } from "../runs/run.ts";

/** The delivery, in which targets with a suppressed address fail: their messages are stored and not sent. */
export function refuseSuppressed(run: Run, delivery: Delivery): Delivery {
  if (run.suppressed === undefined) return delivery;
  return { ...delivery, targets: delivery.targets.map((target) => refused(run, delivery, target)) };
}

function refused({ suppressed }: Run, { channel }: Delivery, target: Target): Target {
  const { email, phone } = target.address;
  if (target.failure || !isSuppressed(suppressed, channel, email ?? phone)) return target;
  const code = "address_suppressed";
  return { ...target, failure: { code, errorId: code, errorText: SUPPRESSED_TEXT } };
}
