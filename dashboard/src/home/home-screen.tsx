import { useMay } from "../app/environment.tsx";
import { LiveMark } from "../app/live-mark.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { AttentionBox } from "./attention-box.tsx";
import { FirstSteps } from "./first-steps.tsx";
import styles from "./home.module.css";
import { IntegrationsBox } from "./integrations-box.tsx";
import { LastNotifications } from "./last-notifications.tsx";
import { NowBox } from "./now-box.tsx";
import { words } from "./words.ts";

/** What fails, what goes on, and what happened last. */
export function HomeScreen() {
  const mayManage = useMay("manage");
  return (
    <>
      <PageHeader title={words.title} actions={<LiveMark />} />
      <div className={styles.page}>
        <div className={styles.column}>
          <AttentionBox />
          {mayManage && <FirstSteps />}
          <LastNotifications />
        </div>
        <div className={styles.column}>
          {mayManage && <NowBox />}
          <IntegrationsBox />
        </div>
      </div>
    </>
  );
}
