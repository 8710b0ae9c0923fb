import type { Channel, Schedule } from "@tidings/contract";
import type { WorkflowId } from "../foundation/ids.ts";

/** The channels that a subscriber enabled or disabled; a missing one has no choice. */
export type ChannelChoices = Partial<Record<Channel, boolean>>;

/** A subscriber's choice for one workflow or for all; only the latter can have a schedule. */
export type Preference = { channels: ChannelChoices; schedule: Schedule | null; updatedAt: Date };

/** All choices of a subscriber. */
export type SubscriberPreferences = { global?: Preference; ofWorkflows: Map<WorkflowId, Preference> };
