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
  const name = preference.workflow ? plainText(preference.workflow.name) : host.texts.global;
  const rows = Object.entries(preference.channels).map(([channel, isEnabled]) => {
    const key = `${preference.workflow?.id ?? ""} ${channel}`;
    const attributes = {
      type: "checkbox",
      role: "switch",
      part: "switch",
      checked: isEnabled,
      "data-key": key,
    };
    const input = element("input", attributes);
    input.addEventListener("change", () => void host.preferences.set(preference, channel, input.checked));
    return element("label", { part: "channel" }, channelName(host, channel), input);
  });
  return element("fieldset", { part: "preference" }, element("legend", {}, name), ...rows);
}

function channelName({ texts }: Host, channel: string): string {
  return (texts as Record<string, string>)[channel] ?? channel;
}
