import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CodeEditor, CodeEditorOptions } from "./code-editor-options.ts";
import { words } from "./words.ts";

type Create = (host: HTMLElement, options: CodeEditorOptions) => CodeEditor;
type Selection = { from: number; to: number };

type Input = Omit<CodeEditorOptions, "description" | "placeholder" | "listLabel"> & {
  placeholder: string | undefined;
  /** Ids of elements. */
  describedBy: string | undefined;
  problems: readonly string[];
};

/** Loads the editor, and keeps it in the element `host` as the options say. Until then there is the plain field `area`. */
export function useCodeEditor(input: Input, label: RefObject<HTMLElement | null>) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const latest = useRef(input);
  const create = useLoaded();
  const { area, selection } = usePlainField();
  // In the same commit as the plain field goes, so that no key is lost between them.
  useLayoutEffect(() => {
    latest.current = input;
    editor.current?.update(optionsOf(input));
  });
  useLayoutEffect(() => {
    const element = host.current;
    if (!create || !element) return;
    const made = create(element, optionsOf(latest.current));
    editor.current = made;
    if (selection.current) made.focus(selection.current);
    const stop = listen(element, label.current, {
      focus: () => made.focus(),
      describe: () => made.update(optionsOf(latest.current)),
    });
    return () => {
      stop();
      editor.current = undefined;
      made.destroy();
    };
  }, [create, label, selection]);
  return { isLoaded: create !== undefined, host, area };
}

type Listeners = { focus: () => void; describe: () => void };

/** A click at the label focuses the editor; what describes it is read again when it gets the focus. */
function listen(element: HTMLElement, label: HTMLElement | null, { focus, describe }: Listeners): () => void {
  label?.addEventListener("click", focus);
  element.addEventListener("focusin", describe);
  return () => {
    label?.removeEventListener("click", focus);
    element.removeEventListener("focusin", describe);
  };
}

/** Stays undefined where the editor cannot be loaded. */
function useLoaded(): Create | undefined {
  const [create, setCreate] = useState<Create>();
  useEffect(() => {
    let isShown = true;
    import("./code-editor.ts").then(
      ({ createCodeEditor }) => {
        if (isShown) setCreate(() => createCodeEditor);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return create;
}

/** What is selected in the plain field at the moment when it goes; undefined if it does not have the focus. */
function usePlainField() {
  const selection = useRef<Selection>(undefined);
  const area = useCallback((element: HTMLTextAreaElement | null) => {
    return () => {
      const hasFocus = element !== null && document.activeElement === element;
      selection.current = hasFocus ? { from: element.selectionStart, to: element.selectionEnd } : undefined;
    };
  }, []);
  return { area, selection };
}

function optionsOf({ placeholder = "", describedBy = "", problems, ...rest }: Input): CodeEditorOptions {
  const more = describedBy.split(" ").map((id) => document.getElementById(id)?.textContent);
  const listLabel = words.suggestions;
  return { ...rest, placeholder, listLabel, description: [...problems, ...more].filter(Boolean).join(" ") };
}
