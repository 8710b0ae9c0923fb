import type { WorkflowListItem } from "@tidings/contract";
import { confirm } from "../../app/confirm.tsx";
import { useEnvironment, useMay } from "../../app/environment.tsx";
import { sentenceOf } from "../../app/failed-read.tsx";
import { useWrite } from "../../app/read.ts";
import { StateMark } from "../../components/state-mark.tsx";
import { Switch } from "../../components/switch.tsx";
import { say } from "../../components/toast.tsx";
import { CHANGES } from "./reads.ts";
import { words } from "./words.ts";

/** Whether triggers start the workflow. It is a switch for those who may change it, and asks in a protected environment. */
export function ActiveSwitch({
  workflow: { workflowId, name, active, status },
}: {
  workflow: WorkflowListItem;
}) {
  const { environment } = useEnvironment();
  const mayManage = useMay("manage");
  const isActive = active ?? status === "ACTIVE";
  const change = useWrite(
    (client, to: boolean) => client.workflows.patch(workflowId, { active: to }),
    CHANGES,
  );
  const toggle = async (): Promise<void> => {
    const action = isActive ? words.switchOff : words.switchOn;
    const question = {
      title: words.switchTitle(action, name, environment.name),
      description: isActive ? words.switchOffWhy : words.switchOnWhy,
      action,
    };
    if (environment.isProtected && !(await confirm(question))) return;
    change.mutate(!isActive, {
      onError: (error) => say(`${words.notSwitched}: ${sentenceOf(error)}`),
    });
  };
  const word = isActive ? words.active : words.off;
  if (!mayManage) return <StateMark state={isActive ? "delivered" : "skipped"} word={word} />;
  const shown = change.isPending ? change.variables : isActive;
  return (
    <Switch label={words.activeOf(name)} isOn={shown} onToggle={() => void toggle()}>
      {shown ? words.active : words.off}
    </Switch>
  );
}
