import type { SendMailOptions } from "nodemailer";
import { sha256 } from "../../foundation/secrets.ts";
import type { ProviderIO, ResolvedHost } from "../provider.ts";
import { type MailDelivery, openPool, type SmtpPool, type SmtpTiming } from "./smtp-pool.ts";
import type { SmtpSettings } from "./smtp-settings.ts";

export type Refused = Exclude<ResolvedHost, { kind: "resolved" }>;

type SmtpPools = {
  deliver(settings: SmtpSettings, mail: SendMailOptions, io: ProviderIO): Promise<MailDelivery | Refused>;
  close(): void;
};

/** One pool per account. The key is a hash, so that passwords are not keys of a map. */
export function createSmtpPools(timing: SmtpTiming): SmtpPools {
  const pools = new Map<string, SmtpPool>();

  function drop(key: string, pool: SmtpPool): void {
    pool.retire();
    if (pools.get(key) === pool) pools.delete(key);
  }

  async function poolFor(key: string, settings: SmtpSettings, io: ProviderIO): Promise<SmtpPool | Refused> {
    for (const [other, pool] of pools) if (pool.isStale()) drop(other, pool);
    const open = pools.get(key);
    if (open) return open;
    const resolved = await io.resolve(settings.host, settings.port);
    if (resolved.kind !== "resolved") return resolved;
    // Another mail may have opened the pool during the wait.
    const pool = pools.get(key) ?? openPool(settings, resolved.address, timing);
    pools.set(key, pool);
    return pool;
  }

  return {
    async deliver(settings, mail, io) {
      const key = sha256(JSON.stringify(settings)).toString("hex");
      const pool = await poolFor(key, settings, io);
      if (pool.kind !== "pool") return pool;
      const delivery = await pool.deliver(mail);
      if (isConnectionFailure(delivery)) drop(key, pool);
      return delivery;
    },
    close() {
      for (const [key, pool] of pools) drop(key, pool);
    },
  };
}

const CONNECTION_CODES = new Set(["ECONNECTION", "ESOCKET", "ETIMEDOUT", "ETLS", "EABORT", "EPROTOCOL"]);

/** After a connection failure the next mail resolves the name again: the server may have moved. */
function isConnectionFailure(delivery: MailDelivery): boolean {
  if (delivery.kind !== "failed" || !(delivery.error instanceof Error)) return false;
  return "code" in delivery.error && CONNECTION_CODES.has(String(delivery.error.code));
}
