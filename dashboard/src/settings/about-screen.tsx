import { useSession } from "../app/session.tsx";
import { PageHeader } from "../components/page-header.tsx";
import styles from "./settings.module.css";
import { words } from "./words.ts";

/** Which version this is, and where to read more; all of it is served by this installation. */
export function AboutScreen() {
  const { version, name, isOperator, environments } = useSession().session;
  return (
    <>
      <PageHeader title={words.about} />
      <dl className={styles.facts}>
        <dt>Version</dt>
        <dd>{version}</dd>
        <dt>Address</dt>
        <dd>
          <code>{location.origin}</code>
        </dd>
        <dt>Signed in</dt>
        <dd>{isOperator ? `${name ?? "Operator"}, to all environments` : words.byKey}</dd>
        <dt>Environments</dt>
        <dd>{environments.map((one) => one.name).join(", ")}</dd>
        <dt>API reference</dt>
        <dd>
          <a href="/docs">/docs</a>
        </dd>
        <dt>Licenses</dt>
        <dd>
          Tidings is under the MIT license. The pages contain IBM Plex (SIL Open Font License 1.1), React,
          TanStack Router and Query, Base UI (MIT) and Lucide icons (ISC).
        </dd>
      </dl>
    </>
  );
}
