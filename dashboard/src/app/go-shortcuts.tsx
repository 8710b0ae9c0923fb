import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { useEnvironment } from "./environment.tsx";
import { addressIn, useNavigation } from "./navigation.ts";
import { useShortcuts } from "./shortcuts.tsx";
import { words } from "./words.ts";

/** `g` and the key of a screen opens it; `/` goes to the search of the page. */
export function GoShortcuts() {
  const { environment } = useEnvironment();
  const { rail } = useNavigation();
  const router = useRouter();
  const list = useMemo(() => {
    const go = (to: string) => () => void router.navigate({ to });
    const screens = rail.flatMap(({ items }) =>
      items.map(({ key, label, path }) => ({
        keys: `g ${key}`,
        label,
        run: go(addressIn(environment.identifier, path)),
      })),
    );
    const search = () => document.querySelector<HTMLElement>("main input[type=search]")?.focus();
    return [
      ...screens,
      { keys: "g ,", label: words.settings, run: go("/settings") },
      { keys: "/", label: "Search on this page", run: search },
    ];
  }, [environment, rail, router]);
  useShortcuts(list);
  return null;
}
