import { AppError } from "../foundation/app-error.ts";
import { kindOf, type Share, ShareCounts } from "../foundation/share.ts";

/** Bodies of one environment in memory at once, in bytes that have arrived; parsed, they take several times as much. */
const MAX_BYTES_OF_ENVIRONMENT = 64 * 1024 * 1024;
/** The same for the address of a stranger, whose key is not checked yet when the body arrives. */
const MAX_BYTES_OF_ADDRESS = 16 * 1024 * 1024;
/** Smaller bodies are not counted: the number of requests bounds them. */
export const SMALL_BYTES = 16 * 1024;

/**
 * A limit on the bodies of requests in progress, for each share. Bytes count when they arrive: a length that is only announced
 * takes no memory, so it refuses no request.
 */
export type BodyBudget = { open(share: Share): ArrivingBody };

export type ArrivingBody = {
  /** @returns why no more is taken, when the share's limit is exceeded; the only body of its share is always taken. */
  add(bytes: number): AppError | undefined;
  /** Gives the bytes back: the request is answered or aborted. */
  close(): void;
};

export function createBodyBudget(): BodyBudget {
  const arrived = new ShareCounts();
  return {
    open: (share) => {
      const max = kindOf(share) === "stranger" ? MAX_BYTES_OF_ADDRESS : MAX_BYTES_OF_ENVIRONMENT;
      let size = 0;
      let counted = 0;
      let isClosed = false;
      const count = (bytes: number): void => {
        arrived.add(share, bytes - counted);
        counted = bytes;
      };
      return {
        add: (bytes) => {
          size += bytes;
          if (isClosed || size <= SMALL_BYTES) return undefined;
          const others = arrived.of(share) - counted;
          if (others > 0 && others + size > max) return tooMuch(share);
          count(size);
          return undefined;
        },
        close: () => {
          isClosed = true;
          count(0);
        },
      };
    },
  };
}

function tooMuch(share: Share): AppError {
  const whose = kindOf(share) === "stranger" ? "from this address" : "of this environment";
  const reason = `Too many large requests ${whose} are in progress; send fewer at once, or retry later`;
  return new AppError("unavailable", reason, { retryAfterSeconds: 1 });
}
