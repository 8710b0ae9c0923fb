import { afterEach } from "vitest";
import { createClient, type Tidings } from "../index.ts";
import { openStubService, type RecordedRequest, type Reply, type StubService } from "./stub-service.ts";

type Options = { retries?: number; timeoutMs?: number; path?: string };

/** Opens a stub service and a client of it for a test, and closes the service after the test. */
export function useStubClient() {
  let service: StubService | undefined;
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });
  return {
    /** The requests of the last opened client. */
    requests: (): RecordedRequest[] => service?.requests ?? [],
    open: async (
      answer: (request: RecordedRequest, before: number) => Reply,
      { path = "", ...options }: Options = {},
    ): Promise<Tidings> => {
      service = await openStubService(answer);
      return createClient({ url: `${service.url}${path}`, apiKey: "secret", ...options });
    },
  };
}
