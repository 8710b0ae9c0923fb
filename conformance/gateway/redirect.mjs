import net from "node:net";
import tls from "node:tls";
import { CERTIFICATE } from "./certificate.mjs";

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

/**
 * From now on every TCP connection of this process goes to a port of the loopback interface, except those to the loopback
 * interface itself: an SDK calls its vendor as it does anywhere, and reaches the gateway. HTTPS, HTTP/2 and fetch all connect through
 * these two functions. TLS accepts the gateway's certificate, for any host.
 */
export function redirectTo(port) {
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function connectToGateway(...args) {
    const { options, callback } = parsed(args);
    const isLocal = options.path || LOOPBACK.test(options.host ?? "localhost");
    if (isLocal) return connect.apply(this, args);
    return connect.call(this, { ...options, host: "127.0.0.1", port, lookup: undefined }, callback);
  };
  const { connect: connectSecurely } = tls;
  const trusting = { ca: CERTIFICATE, checkServerIdentity: () => undefined };
  const isOptions = (one) => typeof one === "object" && one !== null;
  tls.connect = (...args) =>
    connectSecurely(...args.map((one) => (isOptions(one) ? { ...one, ...trusting } : one)));
}

/** `connect(options, callback)`, `connect(port, host, callback)`, or Node's own list of options and callback. */
function parsed([first, ...rest]) {
  const callback = rest.find((one) => typeof one === "function");
  if (Array.isArray(first)) return { options: first[0], callback: first[1] ?? undefined };
  if (typeof first === "object" && first !== null) return { options: first, callback };
  const host = typeof rest[0] === "string" ? rest[0] : undefined;
  return { options: { port: first, host }, callback };
}
