import {
  DETAIL_CODES,
  DETAILS,
  type DetailCode,
  type DetailSource,
  type DetailStatus,
} from "@tidings/contract";

export type { DetailCode } from "@tidings/contract";

export type ExecutionDetail = {
  id: string;
  /** The position of its job in the notification. */
  position: number;
  code: DetailCode;
  providerId: string | null;
  isRetry: boolean;
  /** Particulars as JSON text; never a secret. */
  raw: string | null;
};

/** A detail of a run before it is stored: settling gives it its id. */
export type RunDetail = Omit<ExecutionDetail, "id">;

export type DetailMeaning = { status: DetailStatus; source: DetailSource; detail: string };

/**
 * The status, source and sentence of a code; `providerName` replaces the sentence's placeholder. For a code that only a
 * newer version knows, the sentence is the code itself.
 */
export function meaningOf(code: DetailCode, providerName = "The"): DetailMeaning {
  if (!Object.hasOwn(DETAILS, code)) return { status: "Pending", source: "Internal", detail: code };
  const [status, source, , sentence] = DETAILS[code];
  return { status, source, detail: sentence.replace("<Provider>", providerName) };
}

/** All codes with this status. */
export function codesOf(status: DetailStatus): DetailCode[] {
  return DETAIL_CODES.filter((meaning) => meaning.status === status).map(({ code }) => code);
}
