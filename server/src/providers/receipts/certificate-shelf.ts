import type { X509Certificate } from "node:crypto";
import type { HttpCall, HttpResult } from "../provider.ts";
import { UnjudgedReceipt } from "./unjudged.ts";

type Found = X509Certificate | undefined;

type Reading = {
  /** The certificate in a file; undefined when it is not the one that is needed. */
  read: (pem: string) => Found;
  /** Whether it is remembered: it never changes under its URL. */
  isKept: boolean;
};

/**
 * The certificate at a URL, which the caller has checked; undefined when there is none, or another one.
 * @throws UnjudgedReceipt when that cannot be known now.
 */
export type FetchCertificate = (url: string, reading: Reading) => Promise<Found>;

/** The certificates of one integration. */
export type CertificateShelf = {
  /** @param within runs a look-up, or throws UnjudgedReceipt instead. */
  get(
    url: string,
    reading: Reading,
    within: (lookUp: () => Promise<Found>) => Promise<Found>,
  ): Promise<Found>;
};

/** SNS has one certificate at a time in a region, and a new one about once a year. */
const MAX_KEPT = 10;
/** Failures are remembered to save calls only: the oldest one is dropped, and its URL is called again. */
const MAX_FAILURES = 100;
const WRONG_FOR_MS = 60_000;
const UNREACHABLE_FOR_MS = 5_000;

type Failure = { untilMs: number; isWrong: boolean };
type Parts = { call: (call: HttpCall) => Promise<HttpResult>; nowMs: () => number };

/**
 * Only a certificate takes the place of a certificate: URLs that fail are remembered elsewhere, for a short time, and refuse nothing but
 * themselves. Requests that need the same URL at once share one call.
 */
export function createShelf({ call, nowMs }: Parts): CertificateShelf {
  const kept = new Map<string, X509Certificate>();
  const failures = new Map<string, Failure>();
  const underWay = new Map<string, Promise<Found>>();
  const noteFailure = (url: string, isWrong: boolean): void => {
    const untilMs = nowMs() + (isWrong ? WRONG_FOR_MS : UNREACHABLE_FOR_MS);
    putAtEnd(failures, url, { value: { untilMs, isWrong }, max: MAX_FAILURES });
  };
  const lookUp = async (url: string, { read, isKept }: Reading): Promise<Found> => {
    try {
      const certificate = read(fileIn(await call({ method: "GET", url })));
      if (certificate === undefined) noteFailure(url, true);
      else if (isKept) putAtEnd(kept, url, { value: certificate, max: MAX_KEPT });
      return certificate;
    } catch (error) {
      noteFailure(url, false);
      throw error;
    } finally {
      underWay.delete(url);
    }
  };
  return {
    async get(url, reading, within) {
      const known = kept.get(url) ?? underWay.get(url);
      if (known !== undefined) return known;
      const failure = failures.get(url);
      if (failure && nowMs() < failure.untilMs) {
        if (failure.isWrong) return undefined;
        throw new UnjudgedReceipt("The certificate could not be fetched a moment ago");
      }
      return within(() => {
        // In a later turn, so that it is in the list before it can end.
        const looking = Promise.resolve().then(() => lookUp(url, reading));
        underWay.set(url, looking);
        return looking;
      });
    },
  };
}

/** The answers that say that there is no such file. */
const NOTHING_THERE = [403, 404, 410];
/** A file with one certificate of an RSA key has 2,000 characters. */
const MAX_LENGTH = 16_384;

/** The file in an answer; empty when there is none. @throws UnjudgedReceipt */
function fileIn(result: HttpResult): string {
  if (result.kind !== "answered") throw new UnjudgedReceipt("The certificate's host cannot be reached");
  const { status, body, isCut } = result;
  if (NOTHING_THERE.includes(status) || body.length > MAX_LENGTH) return "";
  if (status === 200 && !isCut) return body;
  throw new UnjudgedReceipt("The certificate's host gave no complete answer");
}

/** Adds an entry as the newest, and drops the oldest one when there are too many. */
export function putAtEnd<T>(
  map: Map<string, T>,
  name: string,
  { value, max }: { value: T; max: number },
): void {
  map.delete(name);
  map.set(name, value);
  if (map.size > max) map.delete(map.keys().next().value as string);
}
