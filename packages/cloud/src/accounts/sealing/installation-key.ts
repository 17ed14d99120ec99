import type { Database } from '@busbar/database'
import { SecretsProblem } from './problem.ts'
import type { Secrets } from './secrets.ts'

export const installationPlace = 'installation.sealed_private_key'

/**
 * The key by which gateways know this installation, and from which secrets for others are derived. It is made where there is none yet;
 * the first node made it for all. Null where it cannot be opened.
 */
export const installationKey = async (
  db: Pick<Database, 'tx'>,
  secrets: Secrets,
  make: () => Buffer,
): Promise<Buffer | null> => {
  const sealed = await db
    .tx(async (tx) => {
      const stored = await tx<{ sealed: Buffer | null }[]>`
      select sealed_private_key as sealed from installation for update`
      if (stored[0] !== undefined) return stored[0].sealed
      const seal = await secrets.sealer(tx)
      const [row] = await tx<[{ sealed: Buffer }]>`
      insert into installation (sealed_private_key) values (${seal(installationPlace, make())})
      on conflict (is_only) do update set is_only = true returning sealed_private_key as sealed`
      return row.sealed
    })
    .catch((error: unknown) => {
      if (error instanceof SecretsProblem) return null
      throw error
    })
  return sealed === null ? null : secrets.open(installationPlace, sealed)
}
