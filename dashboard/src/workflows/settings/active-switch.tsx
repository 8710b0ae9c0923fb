import type { Workflow } from "@tidings/contract";
import { confirm } from "../../app/confirm.tsx";
import { useEnvironment } from "../../app/environment.tsx";
import { sentenceOf } from "../../app/failed-read.tsx";
import { useWrite } from "../../app/read.ts";
import { Switch } from "../../components/switch.tsx";
import { say } from "../../components/toast.tsx";
import { words as listWords } from "../list/words.ts";
import styles from "./settings.module.css";
import { words } from "./words.ts";

/** Switches the workflow on or off at once; it is not part of the draft. Asks in a protected environment. */
export function ActiveSwitch({ stored }: { stored: Workflow }) {
  const { environment } = useEnvironment();
  const write = useWrite(
    (client, active: boolean) => client.workflows.patch(stored._id, { active }),
    [["workflow"], ["workflows"]],
  );
  const toggle = async (): Promise<void> => {
    if (write.isPending) return;
    const active = !stored.active;
    const action = active ? listWords.switchOn : listWords.switchOff;
    const question = {
      title: listWords.switchTitle(action, stored.name, environment.name),
      description: active ? listWords.switchOnWhy : listWords.switchOffWhy,
      action,
    };
    if (environment.isProtected && !(await confirm(question))) return;
    write.mutate(active, {
      onSuccess: () => say(active ? words.activated : words.deactivated),
      onError: (error) => say(`${listWords.notSwitched}: ${sentenceOf(error)}`),
    });
  };
  const isOn = write.isPending ? write.variables : stored.active;
  return (
    <div>
      <Switch label={words.active} isOn={isOn} onToggle={() => void toggle()}>
        {isOn ? listWords.active : listWords.off}
      </Switch>
      <p className={styles.help}>{words.activeHelp}</p>
    </div>
  );
}
