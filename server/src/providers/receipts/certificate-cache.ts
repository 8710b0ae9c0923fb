import type { X509Certificate } from "node:crypto";
import type { HttpCall, HttpResult } from "../provider.ts";
import { UnjudgedReceipt } from "./unjudged.ts";

type Found = X509Certificate | undefined;

type Reading = {
  /** The certificate in a file; undefined when it is not the one that is needed. */
  read: (pem: string) => Found;
  /** Whether it is cached: it never changes at its URL. */
  isCached: boolean;
};

/**
 * The certificate at a URL, which the caller has checked; undefined when there is none, or another one.
 * @throws UnjudgedReceipt when that cannot be known now.
 */
export type FetchCertificate = (url: string, reading: Reading) => Promise<Found>;

/** The certificates of one integration. */
export type CertificateCache = {
  /** @param within runs a look-up, or throws UnjudgedReceipt instead. */
  get(
    url: string,
    reading: Reading,
    within: (lookUp: () => Promise<Found>) => Promise<Found>,
  ): Promise<Found>;
};

/** SNS has one certificate at a time in a region, and a new one about once a year. */
const MAX_CACHED = 10;
/** Failures are remembered to save calls only: the oldest one is dropped, and its URL is called again. */
const MAX_FAILURES = 100;
const WRONG_FOR_MS = 60_000;
const UNREACHABLE_FOR_MS = 5_000;

type Failure = { untilMs: number; isWrong: boolean };
type Parts = { call: (call: HttpCall) => Promise<HttpResult>; nowMs: () => number };

/**
 * URLs that fail are cached apart from certificates, so that no number of them evicts a certificate, and for a short time, in which only
 * the same URL is refused. Concurrent requests that need the same URL share one call.
 */
export function createCertificateCache({ call, nowMs }: Parts): CertificateCache {
  const cached = new Map<string, X509Certificate>();
  const failures = new Map<string, Failure>();
  const pending = new Map<string, Promise<Found>>();
  const noteFailure = (url: string, isWrong: boolean): void => {
    const untilMs = nowMs() + (isWrong ? WRONG_FOR_MS : UNREACHABLE_FOR_MS);
    putAtEnd(failures, url, { value: { untilMs, isWrong }, max: MAX_FAILURES });
  };
  const lookUp = async (url: string, { read, isCached }: Reading): Promise<Found> => {
    try {
      const certificate = read(fileIn(await call({ method: "GET", url })));
      if (certificate === undefined) noteFailure(url, true);
      else if (isCached) putAtEnd(cached, url, { value: certificate, max: MAX_CACHED });
      return certificate;
    } catch (error) {
      noteFailure(url, false);
      throw error;
    }
  };
  return {
    async get(url, reading, within) {
      const known = cached.get(url) ?? pending.get(url);
      if (known !== undefined) return known;
      const failure = failures.get(url);
      if (failure && nowMs() < failure.untilMs) {
        if (failure.isWrong) return undefined;
        throw new UnjudgedReceipt("The certificate could not be fetched a moment ago");
      }
      return within(() => {
        const lookingUp = lookUp(url, reading).finally(() => pending.delete(url));
        pending.set(url, lookingUp);
        return lookingUp;
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
