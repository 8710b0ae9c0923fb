import {
  CHANNELS,
  type Channel,
  type Subscriber,
  type SubscriberPreferencesChanges,
  type SubscriberWorkflowPreference,
} from "@tidings/contract";
import { confirm } from "../app/confirm.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { say } from "../components/toast.tsx";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";
import { shortNameOf } from "./person.ts";
import { decidedBy, preferencesKey } from "./preference-reads.ts";
import { PreferenceRow } from "./preference-row.tsx";
import { PREFERENCE_WORDS as words } from "./preference-words.ts";

type Switches = Partial<Record<Channel, boolean>>;

const channelsIn = (switches: Switches): Channel[] =>
  CHANNELS.filter((channel) => switches[channel] !== undefined);

function useChange({ subscriberId }: Subscriber) {
  const change = useWrite(
    (client, changes: SubscriberPreferencesChanges) => client.preferences.update(subscriberId, changes),
    [preferencesKey(subscriberId), ["would-get"]],
  );
  return (changes: SubscriberPreferencesChanges) =>
    change.mutate(changes, {
      onError: (error) => say(`${words.cannotBeChanged}: ${sentenceOf(error)}`),
    });
}

/** The switches for all workflows; they replace the choices for single ones, so it asks first. */
export function GlobalRow({ subscriber, channels }: { subscriber: Subscriber; channels: Switches }) {
  const change = useChange(subscriber);
  const ask = async (channel: Channel, isOn: boolean): Promise<void> => {
    const title = words.changeAll(CHANNEL_NAMES[channel], isOn);
    const description = words.changeAllWhat(shortNameOf(subscriber));
    if (await confirm({ title, description, action: words.doChange }))
      change({ channels: { [channel]: isOn } });
  };
  const cells = channelsIn(channels).map((channel) => ({ channel, isOn: channels[channel] === true }));
  return (
    <PreferenceRow
      name={words.everything}
      detail={words.everythingHelp}
      cells={cells}
      onChange={(channel, isOn) => void ask(channel, isOn)}
    />
  );
}

type WorkflowRowProps = { subscriber: Subscriber; preference: SubscriberWorkflowPreference };

export function WorkflowRow({ subscriber, preference }: WorkflowRowProps) {
  const change = useChange(subscriber);
  const { workflow } = preference;
  return (
    <PreferenceRow
      name={workflow.name}
      detail={workflow.identifier}
      cells={cellsOf(preference)}
      onChange={(channel, isOn) => change({ workflowId: workflow.identifier, channels: { [channel]: isOn } })}
    />
  );
}

export function CriticalRow({ preference }: { preference: SubscriberWorkflowPreference }) {
  const { name, identifier } = preference.workflow;
  return (
    <PreferenceRow name={name} detail={`${identifier}, ${words.critical}`} cells={cellsOf(preference)} />
  );
}

function cellsOf(preference: SubscriberWorkflowPreference) {
  const { channels } = preference;
  return channelsIn(channels).map((channel) => ({
    channel,
    isOn: channels[channel] === true,
    decided: words[decidedBy(preference, channel)],
  }));
}
