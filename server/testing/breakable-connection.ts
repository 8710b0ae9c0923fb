import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy on loopback to PostgreSQL or to the service, whose connections a test can cut and restore; `url` goes through it. */
export type BreakableConnection = {
  readonly url: string;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
};

export async function openBreakableConnection(databaseUrl: string): Promise<BreakableConnection> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on("error", () => {}).on("close", () => open.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) return near.destroy();
    const far = keep(connect(placeOf(target)));
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: throughPort(target, (server.address() as AddressInfo).port),
    cut,
    restore: () => {
      isCut = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The embedded server of a test run listens on a Unix socket, given as a parameter of its URL. */
function placeOf({ hostname, port, searchParams }: URL): { path: string } | { host: string; port: number } {
  const directory = searchParams.get("host");
  const number = searchParams.get("port") ?? (port || "5432");
  return directory ? { path: `${directory}/.s.PGSQL.${number}` } : { host: hostname, port: Number(number) };
}

function throughPort(target: URL, port: number): string {
  const url = new URL(target.href);
  url.search = "";
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return url.href;
}
