import { Copy } from "lucide-react";
import { asCommand, asCurl, asTypeScript, type CopiedCall } from "./copied-call.ts";
import { copyText } from "./copy-text.ts";
import { Menu } from "./menu.tsx";

/** A menu that copies what the page does as a call of one's own. The key stays `$TIDINGS_API_KEY`. */
export function CopyAs({ call }: { call: CopiedCall }) {
  const { origin } = location;
  const forms = { curl: asCurl(call, origin), TypeScript: asTypeScript(call, origin), CLI: asCommand(call) };
  const items = Object.entries(forms).flatMap(([label, text]) =>
    text === undefined ? [] : [{ label, onSelect: () => void copyText(text) }],
  );
  const trigger = (
    <>
      <Copy size={16} aria-hidden />
      Copy as…
    </>
  );
  return <Menu trigger={trigger} items={items} />;
}
