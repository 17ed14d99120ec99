import type { Mute } from '@busbar/alerts/model'
import type { Queries } from '@busbar/database'
import type { AlertSelection } from './bulk.contract.ts'

interface ChosenAlert {
  id: number
  mute: Mute | null
  isActive: boolean
}

/** Those of the organization that are meant, in the order of their ids. */
export const chosenAlerts = (sql: Queries, orgId: number, { alertIds, netId, deviceId, logAs }: AlertSelection) => sql<
  ChosenAlert[]
>`
  select a.id, a.mute, coalesce(jsonb_typeof(s.state -> 'episode' -> 'closedOn') = 'null', false) as "isActive"
  from alert a left join alert_state s on s.org_id = a.org_id and s.alert_id = a.id
  where a.org_id = ${orgId} and (${alertIds === undefined} or a.id = any(${[...(alertIds ?? [])]}::bigint[]))
    and (${logAs ?? null}::text is null or a.log_as = ${logAs ?? null})
    and (${netId === undefined && deviceId === undefined} or exists (
      select from alert_condition c
      join param p on p.org_id = c.org_id and p.id = c.param_id
      join device d on d.org_id = p.org_id and d.id = p.device_id
      where c.org_id = a.org_id and c.alert_id = a.id and (d.id = ${deviceId ?? null} or d.net_id = ${netId ?? null})))
  order by a.id`

export const setMute = async (tx: Queries, orgId: number, ids: readonly number[], to: Mute | null): Promise<void> => {
  await tx`
    update alert set mute = ${to && tx.json(to)} where org_id = ${orgId} and id = any(${[...ids]}::bigint[])`
}
