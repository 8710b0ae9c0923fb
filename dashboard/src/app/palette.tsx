import { lazy, useState } from "react";
import { OnDemand } from "../components/on-demand.tsx";
import { useShortcut } from "./shortcuts.tsx";
import { words } from "./words.ts";

const PaletteDialog = lazy(() => import("./palette-dialog.tsx"));

/** Ctrl K: one field that finds screens and records. */
export function Palette() {
  const [isOpen, setOpen] = useState(false);
  useShortcut("Mod+k", words.palette, () => setOpen(true));
  return <OnDemand>{isOpen && <PaletteDialog onClose={() => setOpen(false)} />}</OnDemand>;
}
