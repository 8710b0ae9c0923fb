import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import styles from "./message-view.module.css";
import { MESSAGE_LABELS } from "./words.ts";

const PATH = "/dashboard/preview";
const FIRST_HEIGHT = 120;
/** A mail cannot make the page longer than this; it scrolls inside. */
const MAX_HEIGHT = 4_000;

/**
 * The HTML of a message, in a document of another origin: its scripts do not run, and it fetches nothing unless a person
 * allows its pictures. The permission is for this HTML, and known only here.
 */
export function HtmlPreview({ html, title }: { html: string; title: string }) {
  const [allowed, setAllowed] = useState<string>();
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const showsPictures = allowed === html;
  const frame = { html, title, showsPictures, height, onHeight: setHeight };
  return (
    <div className={styles.html}>
      <PreviewFrame key={`${showsPictures} ${html}`} {...frame} />
      {!showsPictures && REMOTE_PICTURE.test(html) && (
        <Button kind="quiet" isSmall onClick={() => setAllowed(html)}>
          {MESSAGE_LABELS.showPictures}
        </Button>
      )}
    </div>
  );
}

type FrameProps = {
  html: string;
  title: string;
  showsPictures: boolean;
  height: number;
  onHeight: (height: number) => void;
};

/** A frame that gets its HTML once: a document that the HTML loads in its place gets nothing, and stays empty. */
function PreviewFrame({ html, title, showsPictures, height, onHeight }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  // Not useEffect, which may run after the frame has said that it is ready.
  useLayoutEffect(() => {
    let isSent = false;
    const onMessage = ({ source, data }: MessageEvent) => {
      const shown = frame.current?.contentWindow;
      if (!shown || source !== shown) return;
      if (data?.isReady === true && !isSent) {
        isSent = true;
        shown.postMessage({ html, showsPictures }, "*");
      }
      if (typeof data?.height === "number") onHeight(Math.min(MAX_HEIGHT, Math.max(1, data.height)));
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, [html, showsPictures, onHeight]);
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={title}
      src={PATH}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      height={height}
    />
  );
}

const REMOTE_PICTURE = /https?:\/\//i;
