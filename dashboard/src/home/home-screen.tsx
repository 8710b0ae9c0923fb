import { useMay } from "../app/environment.tsx";
import { LiveMark } from "../app/live-mark.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { AttentionBox } from "./attention-box.tsx";
import { FirstSteps } from "./first-steps.tsx";
import styles from "./home.module.css";
import { IntegrationsBox } from "./integrations-box.tsx";
import { LastNotifications } from "./last-notifications.tsx";
import { NowBox } from "./now-box.tsx";
import { OutcomesBox } from "./outcomes-box.tsx";
import { useIsAttentionRead, useSystem } from "./reads.ts";
import { useFirstSteps } from "./use-first-steps.ts";
import { words } from "./words.ts";

/** What fails, what goes on, and what happened last. A box appears when those above it are there, and moves none. */
export function HomeScreen() {
  const mayManage = useMay("manage");
  const isAttentionRead = useIsAttentionRead();
  const steps = useFirstSteps(mayManage);
  const isSystemRead = !useSystem(mayManage).isPending || !mayManage;
  return (
    <>
      <PageHeader title={words.title} actions={<LiveMark />} />
      <div className={styles.page}>
        <div className={styles.column}>
          <AttentionBox />
          {isAttentionRead && steps !== "unread" && (
            <>
              {steps && <FirstSteps steps={steps} />}
              <OutcomesBox />
              <LastNotifications />
            </>
          )}
        </div>
        <div className={styles.column}>
          {mayManage && <NowBox />}
          {isSystemRead && <IntegrationsBox />}
        </div>
      </div>
    </>
  );
}
