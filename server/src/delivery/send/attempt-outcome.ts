import type { RateWait } from "@tidings/contract";
import type { Message } from "../../messages/message.ts";
import type { SendOutcome } from "../../providers/provider.ts";

/** The status of the last HTTP response in a call; absent without one, as for SMTP. */
export type Seen = { status?: number };

/** The outcome of a call; or `heldBack`: no call was made, and when to come again, which costs no attempt. */
export type AttemptOutcome = SendOutcome & {
  heldBack?: HeldBack;
  /** How many of the invalid device tokens the subscriber no longer has. */
  removedTokens?: number;
  call?: { tookMs: number } & Seen;
};
/** One attempt at a message and its outcome. */
export type Attempted = { message: Message; outcome: AttemptOutcome };
export type HeldBack = {
  until: Date;
  code: "breaker_open" | "integration_off" | "waits_for_rate";
  /** The rate that it waits for. */
  waitsFor?: RateWait;
  /** Messages that wait have different moments already, and need no jitter. */
  isExact?: boolean;
};
