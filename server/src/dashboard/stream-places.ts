import { AppError } from "../foundation/app-error.ts";
import { SHARE, ShareCounts } from "../foundation/share.ts";
import { takePlaces } from "../foundation/share-places.ts";

/** Whose a live stream is. */
export type StreamOf = { sessionId: string; address: string; environmentId: string };

/** Limits the live streams of the dashboard in this process. */
export type StreamPlaces = {
  /** @returns a function that gives the place back. @throws AppError too_many */
  take(stream: StreamOf): () => void;
};

/** A page has one stream, and a person some pages. */
const MAX_OF_SESSION = 20;
/** People of one company share its address. */
const MAX_OF_ADDRESS = 200;
const MAX_OF_ENVIRONMENT = 200;

export function createStreamPlaces(): StreamPlaces {
  const taken = new ShareCounts();
  return {
    take: ({ sessionId, address, environmentId }) => {
      const places = [
        { share: SHARE.known(`session ${sessionId}`), max: MAX_OF_SESSION, whose: "of this session" },
        { share: SHARE.stranger(address), max: MAX_OF_ADDRESS, whose: "from this address" },
        { share: SHARE.environment(environmentId), max: MAX_OF_ENVIRONMENT, whose: "of this environment" },
      ];
      return takePlaces(taken, places, tooMany);
    },
  };
}

function tooMany(whose: string): AppError {
  const sentence = `There are too many live streams ${whose}; close other pages of the dashboard`;
  return new AppError("too_many", sentence, { retryAfterSeconds: 30 });
}
