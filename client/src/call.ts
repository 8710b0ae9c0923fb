import type { AnswerOf, AnyOperation, BodyOf, ParamsOf, QueryOf } from "@tidings/contract";

/** A part of a request: not there when the operation has none, optional when nothing in it is required. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };

type Extras = {
  /** Names a write, so that trying again does nothing twice; made up when left out. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};

/** What a caller says to an operation, as the contract has it. */
export type Request<O extends AnyOperation> = Part<"params", ParamsOf<O>> &
  Part<"query", QueryOf<O>> &
  Part<"body", BodyOf<O>> &
  Extras;

/** A request whose operation does not matter any more. */
export type AnyRequest = Extras & {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/** Calls an operation of the contract. @throws TidingsError */
export type Call = <O extends AnyOperation>(
  operation: O,
  ...request: Record<never, never> extends Request<O> ? [request?: Request<O>] : [request: Request<O>]
) => Promise<AnswerOf<O>>;
