import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A provider of e-mails and SMS on this machine. */
export type Provider = { readonly url: string; close(): void };

/** Accepts every message, except those whose text says "answer 400": these get that status. */
export async function openProvider(): Promise<Provider> {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const status = Number(/answer (\d{3})/.exec(text)?.[1] ?? 200);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(status === 200 ? '{"id":"p1"}' : '{"error":"as the text wants it"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  };
}
