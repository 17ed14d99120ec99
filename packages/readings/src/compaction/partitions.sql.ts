import type { Queries, Sql } from '@busbar/database'

/** The days that have a table of polls, in order, as `poll_20261231`. */
export const selectPartitions = async (sql: Queries): Promise<{ name: string; day: number }[]> => {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'poll'::regclass order by c.relname`
  return rows.flatMap(({ name }) => {
    const [, year, month, date] = /^poll_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
    return date === undefined ? [] : [{ name, day: Date.UTC(Number(year), Number(month) - 1, Number(date)) }]
  })
}

/**
 * Drops a day's table when it is empty. A reader of polls keeps it from being dropped, a backup for minutes; and as long as this waits,
 * all others wait behind it. So it soon gives up and is tried again another time.
 */
export const dropEmpty = async (sql: Sql, name: string): Promise<boolean> => {
  const [before] = await sql`select from ${sql(name)} limit 1`
  if (before !== undefined) return false
  try {
    return await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '200ms'`
      await tx`lock table only poll in access exclusive mode`
      await tx`lock table ${tx(name)} in access exclusive mode`
      const [found] = await tx`select from ${tx(name)} limit 1`
      if (found !== undefined) return false
      await tx`drop table ${tx(name)}`
      return true
    })
  } catch (error) {
    if ((error as { code?: unknown }).code === lockNotAvailable) return false
    throw error
  }
}

const lockNotAvailable = '55P03'
