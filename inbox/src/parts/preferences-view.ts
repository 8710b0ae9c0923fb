import type { Preference } from "../api/inbox-notification.ts";
import { plainText } from "../content/markup.ts";
import { element, fill, focused, setAttributes, setText } from "./dom.ts";
import type { Host, Part } from "./host.ts";
import { createNotice } from "./notice.ts";

/** One switch for each channel, for everything and for each workflow. */
export function createPreferencesView(host: Host): Part {
  const groups = element("div", {});
  const status = element("p", { part: "status" });
  const notice = createNotice();
  const root = element("div", { part: "scroll preferences", tabindex: -1 }, groups, status, notice.root);
  let shown: unknown;
  return {
    root,
    update() {
      const { preferences, texts } = host;
      const { all, failure } = preferences;
      notice.show(failure, texts.retry);
      const isEmpty = all?.every(({ channels }) => Object.keys(channels).length === 0);
      setText(status, statusOf(host, isEmpty));
      setAttributes(groups, { "aria-busy": String(!all && !failure) });
      if (all === shown) return;
      shown = all;
      const key = focused(root)?.getAttribute("data-key");
      fill(groups, ...(all ?? []).map((preference) => group(host, preference)));
      const switches = [...groups.querySelectorAll<HTMLElement>("[data-key]")];
      if (key) switches.find((one) => one.dataset.key === key)?.focus();
    },
  };
}

function statusOf({ preferences: { all, failure }, texts }: Host, isEmpty = false): string {
  if (!all) return failure ? "" : texts.loading;
  return isEmpty ? texts.noPreferences : "";
}

function group(host: Host, preference: Preference): HTMLElement {
  const { preferences, texts } = host;
  const { workflow, channels, schedule } = preference;
  const id = workflow?.id ?? "";
  const rows = Object.entries(channels).map(([channel, isEnabled]) =>
    row(channelName(host, channel), `${id} ${channel}`, isEnabled, (isOn) =>
      preferences.setChannel(preference, channel, isOn),
    ),
  );
  const hours = row(texts.schedule, "schedule", schedule?.isEnabled === true, (isOn) =>
    preferences.setSchedule(preference, isOn),
  );
  const name = workflow ? plainText(workflow.name) : texts.global;
  const legend = element("legend", {}, name);
  return element("fieldset", { part: "preference" }, legend, ...rows, !workflow && hours);
}

function row(
  label: string,
  key: string,
  isOn: boolean,
  change: (isOn: boolean) => Promise<void>,
): HTMLElement {
  const attributes = { type: "checkbox", role: "switch", part: "switch", checked: isOn, "data-key": key };
  const input = element("input", attributes);
  input.addEventListener("change", () => void change(input.checked));
  return element("label", { part: "channel" }, label, input);
}

function channelName({ texts }: Host, channel: string): string {
  return (texts as Record<string, string>)[channel] ?? channel;
}
