import type { Queries } from '../../db/sql.ts'
import { newPrivateKey, type SigningKey, signingKey } from './ed25519.ts'

/** The key by which gateways know this installation, made where there is none yet; whoever was first made it for all nodes. */
export const installationKey = async (sql: Queries): Promise<SigningKey> => {
  await sql`insert into installation (private_key) values (${newPrivateKey()}) on conflict do nothing`
  const [row] = await sql<[{ privateKey: Buffer }]>`select private_key as "privateKey" from installation`
  return signingKey(row.privateKey)
}
