import { Link } from "@tanstack/react-router";
import { CHANNELS, type Channel, type Provider } from "@tidings/contract";
import { useState } from "react";
import { Field, TextInput } from "../components/field.tsx";
import { FilterLinks, filterLinkClass } from "../components/filter-links.tsx";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";
import styles from "./provider-choice.module.css";
import { words } from "./words.ts";

type ChoiceProps = { providers: readonly Provider[]; channel: string | undefined };

/** All providers of a channel, those that can send first. */
export function ProviderChoice({ providers, channel }: ChoiceProps) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const shown = providers.filter(
    (one) =>
      (channel === undefined || one.channel === channel) &&
      `${one.displayName} ${one.id}`.toLowerCase().includes(wanted),
  );
  const sorted = shown.toSorted(
    (one, other) =>
      Number(other.canSend) - Number(one.canSend) || one.displayName.localeCompare(other.displayName, "en"),
  );
  return (
    <>
      <FilterLinks label={words.channels}>
        <ChannelLink channel={undefined} chosen={channel} />
        {CHANNELS.map((one) => (
          <ChannelLink key={one} channel={one} chosen={channel} />
        ))}
      </FilterLinks>
      <div className={styles.search}>
        <Field label={words.searchProviders}>
          <TextInput value={text} onChange={setText} type="search" />
        </Field>
      </div>
      {sorted.length === 0 && <p>{words.noProvider}</p>}
      <ul className={styles.providers} aria-label={words.providers}>
        {sorted.map((provider) => (
          <li key={`${provider.channel} ${provider.id}`}>
            <ProviderLink provider={provider} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ChannelLink({ channel, chosen }: { channel: Channel | undefined; chosen: string | undefined }) {
  return (
    <Link
      to="."
      search={channel ? { channel } : {}}
      className={filterLinkClass}
      activeProps={{ "aria-current": undefined }}
      aria-current={channel === chosen || undefined}
    >
      {channel ? CHANNEL_NAMES[channel] : words.allChannels}
    </Link>
  );
}

function ProviderLink({ provider: { id, channel, displayName, canSend } }: { provider: Provider }) {
  const second = <span className={styles.second}>{canSend ? CHANNEL_NAMES[channel] : words.storedOnly}</span>;
  if (!canSend)
    return (
      <span className={styles.provider}>
        {displayName}
        {second}
      </span>
    );
  return (
    <Link to="." search={{ channel, provider: id }} className={styles.provider}>
      {displayName}
      {second}
    </Link>
  );
}
