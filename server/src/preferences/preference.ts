import type { Channel, Schedule } from "@tidings/contract";

/** Channels a subscriber has switched; one that is not named was never touched. */
export type ChannelChoices = Partial<Record<Channel, boolean>>;

/** What a subscriber chose: of one workflow, or of all; only the latter has a schedule. */
export type Preference = { channels: ChannelChoices; schedule: Schedule | null; updatedAt: Date };

/** Everything one subscriber chose, workflows by their id. */
export type SubscriberPreferences = { global?: Preference; ofWorkflows: Map<string, Preference> };
