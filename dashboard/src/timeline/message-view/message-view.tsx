import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeView } from "../../components/code-view.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { HtmlPreview } from "./html-preview.tsx";
import { MailDialog } from "./mail-dialog.tsx";
import styles from "./message-view.module.css";
import type { ShownMessage } from "./shown-message.ts";
import { type SmsSegments, SmsText } from "./sms-text.tsx";
import { MESSAGE_LABELS } from "./words.ts";

type MessageViewProps = { message: ShownMessage; segments?: SmsSegments | undefined };

/** What one channel carried, as the recipient sees it. */
export function MessageView({ message, segments }: MessageViewProps) {
  const { subject, title, content, channel, url, buttons, data } = message;
  const isHtml = channel === "email" || channel === "in_app";
  return (
    <div className={styles.message}>
      {(subject ?? title) && <p className={styles.subject}>{subject ?? title}</p>}
      {isHtml && content !== "" ? (
        <HtmlMessage message={message} />
      ) : (
        <SmsText
          text={content}
          segments={channel === "sms" ? segments : undefined}
          isSms={channel === "sms"}
        />
      )}
      {url && (
        <p>
          {MESSAGE_LABELS.link}: <code>{url}</code>
        </p>
      )}
      {buttons.length > 0 && (
        <p>
          {MESSAGE_LABELS.buttons}: {buttons.join(", ")}
        </p>
      )}
      {isFilled(data) && <JsonView value={data} root="data" />}
    </div>
  );
}

const isFilled = (data: unknown): boolean =>
  typeof data === "object" && data !== null && Object.keys(data).length > 0;

function HtmlMessage({ message }: { message: ShownMessage }) {
  const [isSource, setSource] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const isMail = message.channel === "email";
  const title = isMail ? MESSAGE_LABELS.mail : MESSAGE_LABELS.inApp;
  const { content: html } = message;
  return (
    <>
      <div className={styles.switch}>
        <Button
          isSmall
          kind={isSource ? "quiet" : "plain"}
          aria-pressed={!isSource}
          onClick={() => setSource(false)}
        >
          {MESSAGE_LABELS.shown}
        </Button>
        <Button
          isSmall
          kind={isSource ? "plain" : "quiet"}
          aria-pressed={isSource}
          onClick={() => setSource(true)}
        >
          {MESSAGE_LABELS.source}
        </Button>
        {isMail && (
          <Button isSmall kind="quiet" onClick={() => setLarge(true)}>
            {MESSAGE_LABELS.large}
          </Button>
        )}
      </div>
      {isSource ? <CodeView text={html} label={title} /> : <HtmlPreview html={html} title={title} />}
      {isMail && <MailDialog message={message} isOpen={isLarge} onClose={() => setLarge(false)} />}
    </>
  );
}
