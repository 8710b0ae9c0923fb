import { Link } from "@tanstack/react-router";
import type { Integration } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { figuresOf, standingOf } from "../app/integration-health.ts";
import cards from "../components/card.module.css";
import { StateMark } from "../components/state-mark.tsx";
import styles from "./home.module.css";
import { useIntegrations } from "./reads.ts";
import { words } from "./words.ts";

/** How each integration does; the attention box says why one fails, and when they cannot be read. */
export function IntegrationsBox() {
  const { environment } = useEnvironment();
  const { data } = useIntegrations();
  if (!data) return null;
  return (
    <section className={cards.card} aria-labelledby="integrations">
      <h2 id="integrations">
        <Link to="/in/$environment/integrations" params={{ environment: environment.identifier }}>
          {words.integrations}
        </Link>
      </h2>
      {data.length === 0 && <p>{words.noIntegrations}</p>}
      <ul className={styles.rows}>
        {data.map((integration) => (
          <Row key={integration._id} integration={integration} />
        ))}
      </ul>
    </section>
  );
}

function Row({ integration }: { integration: Integration }) {
  const { environment } = useEnvironment();
  const { _id = "", name } = integration;
  const { state, word } = standingOf(integration);
  return (
    <li className={styles.row}>
      <Link
        to="/in/$environment/integrations/$id"
        params={{ environment: environment.identifier, id: _id }}
        className={styles.name}
      >
        {name}
      </Link>
      <StateMark state={state} word={word} />
      <span className={styles.second}>{figuresOf(integration)}</span>
    </li>
  );
}
