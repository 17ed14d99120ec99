import type { Queries } from '../../db/sql.ts'
import type { Call } from '../../service.ts'
import type { Gateway } from './gateways.rules.ts'

/** Has the installation, an owner, or the one who set up the network's link allowed gateways that prove no key? */
export const isKeylessAllowed = async (
  tx: Queries,
  call: Pick<Call, 'isKeylessAllowed' | 'orgId'>,
  netId: number | null,
) => {
  if (call.isKeylessAllowed) return true
  const [found] = await tx<{ isAllowed: boolean }[]>`
    select o.is_keyless_allowed or coalesce(n.is_keyless_allowed, false) as "isAllowed"
    from org o left join net n on n.org_id = o.id and n.id = ${netId} where o.id = ${call.orgId}`
  return found?.isAllowed ?? false
}

/** Why a gateway that is known to have no key cannot be bound, or null. It would be refused whenever it called. */
export const keylessProblem = async (
  tx: Queries,
  call: Pick<Call, 'isKeylessAllowed' | 'orgId'>,
  netId: number | null,
  { hasKey }: Pick<Gateway, 'hasKey'>,
): Promise<string | null> =>
  hasKey !== false || (await isKeylessAllowed(tx, call, netId))
    ? null
    : 'leads to a gateway without a key, which anybody could pass for; an owner must allow such gateways first'

/** A network of a gateway that has shown no key lets it call where that was allowed before. One that has a key is held to it. */
export const allowKeylessCalls = async (
  tx: Queries,
  call: Pick<Call, 'isKeylessAllowed' | 'orgId'>,
  netId: number,
): Promise<void> => {
  if (!(await isKeylessAllowed(tx, call, netId))) return
  await tx`
    update net n set is_keyless_allowed = true
    from gateway g
    where n.org_id = ${call.orgId} and n.id = ${netId} and g.mac = n.mac and not n.is_keyless_allowed
      and coalesce(length(g.public_key), 0) = 0`
}
