import { say } from "./toast.tsx";

/** Browsers give the clipboard only to pages of HTTPS or loopback; elsewhere, a selected text area is copied. */
export async function copyText(text: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  say(isCopied || copySelected(text) ? "Copied" : "The browser did not allow copying");
}

function copySelected(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}
