import { Link } from "@tanstack/react-router";
import { useEnvironment } from "../app/environment.tsx";
import { Moment } from "../components/moment.tsx";
import type { Part, Sentence } from "./sentence.ts";
import styles from "./sentence-view.module.css";

/** A sentence with its moments, values and links. */
export function SentenceView({ sentence }: { sentence: Sentence }) {
  return sentence.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name
    <PartView key={at} part={part} />
  ));
}

function PartView({ part }: { part: Part }) {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "moment":
      return <Moment at={part.at} isInSentence />;
    case "value":
      return <span className={styles.value}>{part.text}</span>;
    case "notification":
      return <NotificationLink id={part.id} label={part.label} />;
  }
}

export function NotificationLink({ id, label }: { id: string; label: string }) {
  const { environment } = useEnvironment();
  return (
    <Link
      to="/in/$environment/notifications/$id"
      params={{ environment: environment.identifier, id }}
      search={{}}
    >
      {label}
    </Link>
  );
}
