import type { Queries } from '@busbar/database'

export interface StoredSetting {
  name: string
  plain: string | null
  sealed: Buffer | null
  changedOn: Date
  changedBy: string
}

export const storedSettings = (sql: Queries) => sql<StoredSetting[]>`
  select name, plain, sealed, changed_on as "changedOn", changed_by as "changedBy" from installation_setting order by name`

export const putSetting = async (
  tx: Queries,
  to: { name: string; plain: string | null; sealed: Buffer | null; on: Date; by: string },
): Promise<void> => {
  await tx`
    insert into installation_setting (name, plain, sealed, changed_on, changed_by)
    values (${to.name}, ${to.plain}, ${to.sealed}, ${to.on}, ${to.by})
    on conflict (name) do update set plain = excluded.plain, sealed = excluded.sealed,
      changed_on = excluded.changed_on, changed_by = excluded.changed_by`
}

export const deleteSetting = async (tx: Queries, name: string): Promise<void> => {
  await tx`delete from installation_setting where name = ${name}`
}
