/** A request to a vendor and its answer, or a receipt of a vendor and the answer of the service. */
export type Shown = {
  at: Date;
  providerId: string;
  /** Empty for calls that send no message. */
  to: string;
  /** Undefined for a receipt. */
  text: string | undefined;
  result: string;
};
