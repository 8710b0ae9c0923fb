import sql, { raw } from "sql-template-tag";
import { among } from "../database/among.ts";
import type { Queryable } from "../database/database.ts";
import { timeOf } from "../environments/environment-store.ts";
import { type Keyring, open, seal } from "../foundation/secrets.ts";
import type { Credentials } from "../providers/provider.ts";
import type { Integration } from "./integration.ts";
import type { Priority } from "./primary-integration.ts";
import { startRates } from "./rates/used-rates-store.ts";
import { SEALED_CONFIGURATIONS, SEALED_CREDENTIALS } from "./sealed-integrations.ts";

/** Configurations are in clear text if they were last written by a version that did not seal them. */
type IntegrationRow = Omit<Integration, "credentials"> & {
  credentialsSealed: string;
  configurationsSealed: string | null;
};

const COLUMNS = raw(`
  id, identifier, name, channel, provider_id as "providerId", credentials_sealed as "credentialsSealed",
  configurations, configurations_sealed as "configurationsSealed", conditions, delivery, rates,
  paused_until as "pausedUntil", paused_for as "pausedFor", breaker_open_until as "breakerOpenUntil", breaker_trips as "breakerTrips",
  updated_at as "changedAt",
  is_active as "isActive", switched_off_at as "switchedOffAt", is_primary as "isPrimary", priority,
  deleted_at as "deletedAt", deleted_by as "deletedBy"`);

/** Until when an integration is not called, because its provider asked for that, and why. */
export type Pause = { until: Date; reason: NonNullable<Integration["pausedFor"]> };

/** All SQL of integrations. Only here are their credentials and configurations sealed and opened. */
export type IntegrationStore = ReturnType<typeof createIntegrationStore>;

export function createIntegrationStore(keyring: Keyring) {
  const place = (environmentId: string, id: string) => `${environmentId}|${SEALED_CREDENTIALS.word}|${id}`;
  const opened = new Map<string, unknown>();

  /** Caches opened values: opening costs 20 µs, and the same sealed text always has the same value. */
  const openAt = (at: string, sealed: string): unknown => {
    const cached = opened.get(sealed);
    if (cached !== undefined) return cached;
    const value: unknown = JSON.parse(open(keyring, at, sealed));
    if (opened.size > 1000) opened.clear();
    opened.set(sealed, value);
    return value;
  };
  const toIntegration = (
    environmentId: string,
    { credentialsSealed, configurationsSealed, ...row }: IntegrationRow,
  ): Integration => {
    const configurations =
      configurationsSealed === null
        ? row.configurations
        : openAt(configurationsPlace(environmentId, row.id), configurationsSealed);
    const credentials = openAt(place(environmentId, row.id), credentialsSealed) as Credentials;
    return { ...row, credentials, configurations: configurations as Integration["configurations"] };
  };
  const sealedConfigurations = (environmentId: string, { id, configurations }: Integration) =>
    configurations && seal(keyring, configurationsPlace(environmentId, id), JSON.stringify(configurations));
  const sealed = (environmentId: string, integration: Pick<Integration, "id" | "credentials">) =>
    seal(keyring, place(environmentId, integration.id), JSON.stringify(integration.credentials));

  return {
    /** All integrations that are not deleted, oldest first. */
    async list(database: Queryable, environmentId: string): Promise<Integration[]> {
      const rows = await database.query<IntegrationRow>(sql`
        select ${COLUMNS} from integrations
        where environment_id = ${environmentId} and deleted_at is null order by id`);
      return rows.map((row) => toIntegration(environmentId, row));
    },

    /** The active in-app integration of each environment that has one; of several, the oldest. */
    async activeInApp(
      database: Queryable,
      environmentIds: readonly string[],
    ): Promise<ReadonlyMap<string, Integration>> {
      const rows = await database.query<IntegrationRow & { environmentId: string }>(sql`
        select distinct on (environment_id) environment_id as "environmentId", ${COLUMNS} from integrations
        where environment_id ${among(environmentIds)} and channel = 'in_app' and is_active and deleted_at is null
        order by environment_id, id`);
      return new Map(
        rows.map(({ environmentId, ...row }) => [environmentId, toIntegration(environmentId, row)]),
      );
    },

    /** Like `list`; other transactions that call this wait until this one ends. */
    async lockAll(tx: Queryable, environmentId: string): Promise<Integration[]> {
      await tx.query(
        sql`select pg_advisory_xact_lock(hashtextextended(${`integrations|${environmentId}`}, 0))`,
      );
      return this.list(tx, environmentId);
    },

    async insert(tx: Queryable, environmentId: string, integration: Integration): Promise<void> {
      await tx.query(sql`
        insert into integrations (environment_id, id, identifier, name, channel, provider_id, credentials_sealed,
          configurations_sealed, conditions, delivery, rates, is_active, is_primary, priority)
        values (${environmentId}, ${integration.id}, ${integration.identifier}, ${integration.name},
          ${integration.channel}, ${integration.providerId}, ${sealed(environmentId, integration)},
          ${sealedConfigurations(environmentId, integration)}, ${json(integration.conditions)},
          ${json(integration.delivery)}, ${json(integration.rates)}, ${integration.isActive}, ${integration.isPrimary},
          ${integration.priority})`);
      if (integration.rates) await startRates(tx, environmentId, integration);
    },

    async update(tx: Queryable, environmentId: string, integration: Integration): Promise<void> {
      await tx.query(sql`
        update integrations set identifier = ${integration.identifier}, name = ${integration.name},
          credentials_sealed = ${sealed(environmentId, integration)},
          configurations = null, configurations_sealed = ${sealedConfigurations(environmentId, integration)},
          conditions = ${json(integration.conditions)},
          delivery = ${json(integration.delivery)}, rates = ${json(integration.rates)},
          is_active = ${integration.isActive}, is_primary = ${integration.isPrimary},
          switched_off_at = case when not ${integration.isActive}::boolean then
            case when is_active then ${timeOf(environmentId)} else switched_off_at end end,
          priority = ${integration.priority}, updated_at = now()
        where environment_id = ${environmentId} and id = ${integration.id} and deleted_at is null`);
      if (integration.rates) await startRates(tx, environmentId, integration);
    },

    /** Makes one integration the only primary of its channel. */
    async setPrimary(tx: Queryable, environmentId: string, { id, channel }: Integration): Promise<void> {
      await tx.query(sql`
        update integrations set is_primary = false, updated_at = now()
        where environment_id = ${environmentId} and channel = ${channel} and is_primary and id <> ${id}
          and deleted_at is null`);
      await tx.query(sql`
        update integrations set is_primary = true, updated_at = now()
        where environment_id = ${environmentId} and id = ${id} and deleted_at is null`);
    },

    async setPriorities(
      tx: Queryable,
      environmentId: string,
      priorities: readonly Priority[],
    ): Promise<void> {
      await tx.query(sql`
        update integrations i set priority = x.priority
        from json_to_recordset(${JSON.stringify(priorities)}) as x(id text, priority integer)
        where i.environment_id = ${environmentId} and i.id = x.id and i.priority <> x.priority`);
    },

    /** Stores the state of a circuit breaker; of several processes, the last write wins. */
    async setBreaker(
      database: Queryable,
      environmentId: string,
      { id, openUntil, trips }: { id: string; openUntil: Date | null; trips: number },
    ): Promise<void> {
      await database.query(sql`
        update integrations set breaker_open_until = ${openUntil}, breaker_trips = ${trips}
        where environment_id = ${environmentId} and id = ${id}`);
    },

    /** Stores until when the provider asked not to be called; of several processes, the later moment wins. */
    async setPause(
      database: Queryable,
      environmentId: string,
      { id, until, reason }: { id: string } & Pause,
    ): Promise<void> {
      await database.query(sql`
        update integrations set paused_until = ${until}, paused_for = ${reason}
        where environment_id = ${environmentId} and id = ${id}
          and (paused_until is null or paused_until < ${until})`);
    },

    /** A call after the pause was accepted; one that began meanwhile stays. */
    async endPause(
      database: Queryable,
      environmentId: string,
      { id, until }: { id: string; until: Date },
    ): Promise<void> {
      await database.query(sql`
        update integrations set paused_until = null, paused_for = null
        where environment_id = ${environmentId} and id = ${id} and paused_until <= ${until}`);
    },

    /** Keeps the row, but hides and deactivates the integration. `deletedBy` names the principal that requested it. */
    async softDelete(
      tx: Queryable,
      environmentId: string,
      gone: { id: string; deletedBy: string },
    ): Promise<void> {
      await tx.query(sql`
        update integrations set deleted_at = now(), deleted_by = ${gone.deletedBy}, is_primary = false,
          is_active = false, updated_at = now()
        where environment_id = ${environmentId} and id = ${gone.id} and deleted_at is null`);
    },
  };
}

/** How many integrations of all environments have a breaker that is not closed, by provider; for the metrics. */
export async function countOpenBreakers(
  database: Queryable,
): Promise<{ providerId: string; count: number }[]> {
  return database.query(sql`
    select i.provider_id as "providerId", count(*)::integer as count
    from environments e join integrations i on i.environment_id = e.id
    where i.breaker_trips > 0 and i.deleted_at is null
    group by i.provider_id order by i.provider_id`);
}

/** Another place than the credentials', so that neither can be opened as the other. */
function configurationsPlace(environmentId: string, id: string): string {
  return `${environmentId}|${SEALED_CONFIGURATIONS.word}|${id}`;
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
