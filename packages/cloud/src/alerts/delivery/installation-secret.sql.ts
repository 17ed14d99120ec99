import type { Sql } from '../../db/sql.ts'
import { installationKey } from '../../field/call-back/installation-key.ts'

/** What only this installation knows, on all its nodes: secrets for others are derived from it. */
export const installationSecret = async (sql: Sql): Promise<Uint8Array> => {
  await installationKey(sql)
  const [row] = await sql<[{ privateKey: Buffer }]>`select private_key as "privateKey" from installation`
  return row.privateKey
}
