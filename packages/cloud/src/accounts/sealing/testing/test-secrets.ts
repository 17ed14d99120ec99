import type { Sql } from '@busbar/database'
import { listTables } from '@busbar/database/testing'
import { newSealingKey, type SealingKey } from '../seal.ts'
import { Secrets } from '../secrets.ts'

/** Secrets with keys in memory. */
export const testSecrets = (keys: SealingKey[] = [newSealingKey()]): Secrets =>
  new Secrets({ read: () => ({ ok: keys }) })

/** All that is in the database, as text. */
export const dump = async (sql: Sql): Promise<string> => {
  const texts: string[] = []
  for (const { name } of await listTables(sql)) {
    const rows = await sql<{ all: string }[]>`
      select query_to_xml(${`select t::text as row from "${name}" t`}::text, false, false, '')::text as "all"`
    texts.push(...rows.map(({ all }) => all))
  }
  return texts.join('\n')
}
