import { Copy } from "lucide-react";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";

/** Copies a text, such as an id. `label` says what is copied: "Copy the id". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Button
      kind="quiet"
      isSmall
      aria-label={label}
      title={label}
      icon={<Copy size={14} aria-hidden />}
      onClick={() => void copyText(text)}
    />
  );
}
