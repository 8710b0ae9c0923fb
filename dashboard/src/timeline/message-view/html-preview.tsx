import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import styles from "./message-view.module.css";
import { MESSAGE_LABELS } from "./words.ts";

const PATH = "/dashboard/preview";
const FIRST_HEIGHT = 120;
/** A mail cannot make the page longer than this; it scrolls inside. */
const MAX_HEIGHT = 4_000;

/** The HTML of a message, in a document of another origin: its scripts do not run, and it fetches nothing unless asked. */
export function HtmlPreview({ html, title }: { html: string; title: string }) {
  const [showsPictures, setShowsPictures] = useState(false);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const send = () => frame.current?.contentWindow?.postMessage({ html }, "*");
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (data?.isReady === true) send();
      if (typeof data?.height === "number") setHeight(Math.min(MAX_HEIGHT, Math.max(1, data.height)));
    };
    addEventListener("message", onMessage);
    send();
    return () => removeEventListener("message", onMessage);
  }, [html]);
  return (
    <div className={styles.html}>
      <iframe
        ref={frame}
        className={styles.frame}
        title={title}
        src={showsPictures ? `${PATH}?pictures=remote` : PATH}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        height={height}
      />
      {!showsPictures && REMOTE_PICTURE.test(html) && (
        <Button kind="quiet" isSmall onClick={() => setShowsPictures(true)}>
          {MESSAGE_LABELS.showPictures}
        </Button>
      )}
    </div>
  );
}

const REMOTE_PICTURE = /https?:\/\//i;
