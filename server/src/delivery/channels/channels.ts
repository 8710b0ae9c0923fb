import type { Channel } from "@tidings/contract";
import type { ChannelRules } from "./channel-rules.ts";
import { chat } from "./chat.ts";
import { email } from "./email.ts";
import { inApp } from "./in-app.ts";
import { push } from "./push.ts";
import { sms } from "./sms.ts";

/** The channels, by their name on the wire. */
export const CHANNEL_RULES: { [C in Channel]: ChannelRules<C> } = { in_app: inApp, email, sms, chat, push };
