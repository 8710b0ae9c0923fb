import type { ReactNode } from "react";
import { Loading } from "../components/loading.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { FailedRead } from "./failed-read.tsx";

type UnreadRecordProps = {
  /** What the record is, as the heading until its own name is known. */
  title: string;
  /** The links above the heading. */
  trail: ReactNode;
  words: { reading: string; failed: string };
  error: Error | null;
  onRetry: () => void;
};

/** The page of one record while it is read, or when it cannot be read. */
export function UnreadRecord({ title, trail, words, error, onRetry }: UnreadRecordProps) {
  return (
    <>
      <PageHeader title={title} trail={trail} />
      {error ? (
        <FailedRead title={words.failed} error={error} onRetry={onRetry} />
      ) : (
        <Loading label={words.reading} />
      )}
    </>
  );
}
