export type Answer<T = any> = { status: number; headers: Headers; body: T };

/** Optional fields of a trigger. */
export type TriggerOptions = {
  payload?: unknown;
  transactionId?: string;
  overrides?: object;
  context?: object;
  actor?: unknown;
};

/** An environment as clients see it: an API key and HTTP. */
export type Caller = {
  readonly id: string;
  readonly organizationId: string;
  readonly apiKey: string;
  get<T = any>(path: string): Promise<Answer<T>>;
  post<T = any>(path: string, body?: unknown): Promise<Answer<T>>;
  put<T = any>(path: string, body?: unknown): Promise<Answer<T>>;
  patch<T = any>(path: string, body?: unknown): Promise<Answer<T>>;
  delete<T = any>(path: string): Promise<Answer<T>>;
  /** Polls until the response meets the condition. */
  until<T = any>(path: string, isExpected: (body: T) => boolean): Promise<T>;
  /** Triggers a workflow and returns the transactionId. */
  trigger(name: string, to: unknown, more?: TriggerOptions): Promise<string>;
  /** Waits for `count` notifications of a transaction whose jobs have all ended. */
  finished(transactionId: string, count?: number): Promise<any[]>;
};
