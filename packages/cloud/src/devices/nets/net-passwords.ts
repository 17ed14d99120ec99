import type { Tx } from '@busbar/database'
import { netPlace, openPasswords, sealPasswords } from '../../accounts/sealing/passwords.ts'
import type { Secrets } from '../../accounts/sealing/secrets.ts'
import { type NetSettings, type StoredNet, setPasswords } from './nets.sql.ts'

/** A network with its passwords in plain. */
export interface NetRow extends Omit<StoredNet, 'sealedPasswords'>, NetSettings {
  /** It has passwords that cannot be opened; none are shown. */
  arePasswordsLocked: boolean
}

export const openNet = (secrets: Secrets, { sealedPasswords, ...net }: StoredNet): NetRow => {
  const passwords = openPasswords(secrets, netPlace(net.orgId, net.id), sealedPasswords)
  return { ...net, devicePasswords: passwords ?? [], arePasswordsLocked: passwords === null }
}

/**
 * Stores what has changed. Passwords that cannot be opened are replaced by others, but not by none: a client that sends back what was shown does
 * not mean to delete them.
 */
export const putPasswords = async (
  tx: Tx,
  secrets: Secrets,
  { orgId, id, before }: { orgId: number; id: number; before: readonly string[] },
  passwords: readonly string[],
): Promise<void> => {
  if (passwords.length === before.length && passwords.every((one, i) => one === before[i])) return
  const seal = await secrets.sealer(tx)
  await setPasswords(tx, orgId, id, sealPasswords(seal, netPlace(orgId, id), passwords))
}
