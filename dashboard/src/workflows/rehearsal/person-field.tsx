import { useState } from "react";
import { useSubscriberSearch } from "../../app/use-subscriber-search.ts";
import { Combobox } from "../../components/combobox.tsx";
import { fullNameOf } from "../../timeline/person.ts";
import styles from "./rehearsal.module.css";
import type { Person } from "./use-person.ts";
import { words } from "./words.ts";

/** For whom it is rehearsed: a search among all subscribers. */
export function PersonField({ person: { subscriberId = "", subscriber, choose } }: { person: Person }) {
  const [text, setText] = useState("");
  const found = useSubscriberSearch(text);
  const own = subscriber ?? { subscriberId };
  const others = found.filter((one) => one.subscriberId !== subscriberId);
  const options = [own, ...others].map((one) => ({
    value: one.subscriberId,
    label: fullNameOf(one),
    hint: one.subscriberId,
  }));
  return (
    <div className={styles.person}>
      <span className={styles.label} aria-hidden>
        {words.as}
      </span>
      <Combobox
        key={`${subscriberId} ${fullNameOf(own)}`}
        label={words.as}
        placeholder={words.asWhat}
        options={options}
        value={subscriberId}
        onChange={(chosen) => chosen !== "" && choose(chosen)}
        onSearch={(typed) => setText(typed === fullNameOf(own) ? "" : typed)}
        empty={words.noneFound}
      />
    </div>
  );
}
