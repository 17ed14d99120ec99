import type { Queries } from '@busbar/database'
import type { AuditKind, RawWrite } from '../../accounts/audit/actions.ts'

/** Recorded intent of a command, with its unit; for a parameter also its network, null if that is gone. */
export interface CommandIntent {
  orgId: number
  recordId: number
  command: string
  action: 'param.write' | `raw.${RawWrite}`
  objectKind: AuditKind
  objectId: string
  before: unknown
  /** Intended value of a parameter. */
  wanted: string | null
  netId: number | null
  unit: number | null
}

/** Commands of all organizations that have a record before and none after, up to so many, the oldest first. */
export const intentsWithoutOutcome = (sql: Queries, limit: number) => sql<CommandIntent[]>`
  with cut_off as materialized (
    select org_id, min(id) as id from audit where after ? 'command'
    group by org_id, after ->> 'command' having not bool_or(action like '%-outcome')
    order by min(id) limit ${limit})
  select a.org_id as "orgId", a.id as "recordId", a.after ->> 'command' as command, a.action, a.object_kind as "objectKind",
    a.object_id as "objectId", a.before, case when a.object_kind = 'param' then a.after ->> 'value' end as wanted,
    d.net_id as "netId", case when a.object_kind = 'param' then d.modbus_unit_id else (a.after ->> 'unit')::integer end as unit
  from cut_off join audit a on a.org_id = cut_off.org_id and a.id = cut_off.id
  left join param p on a.object_kind = 'param' and p.org_id = a.org_id and p.id::text = a.object_id
  left join device d on d.org_id = p.org_id and d.id = p.device_id
  order by a.id`

/** Outcomes follow their intents, and these are recent, so few records are scanned. */
export const hasOutcome = async (tx: Queries, { orgId, recordId, command }: CommandIntent): Promise<boolean> => {
  const [found] = await tx`
    select from audit
    where org_id = ${orgId} and id > ${recordId} and after ->> 'command' = ${command} and action like '%-outcome' limit 1`
  return found !== undefined
}

/** Returns whether the caller of the command recorded its outcome. */
export const hasOutcomeBy = async (
  tx: Queries,
  command: Pick<CommandIntent, 'orgId' | 'objectKind' | 'objectId' | 'command'> & { accountName: string; from: string },
): Promise<boolean> => {
  const [found] = await tx`
    select from audit
    where org_id = ${command.orgId} and object_kind = ${command.objectKind} and object_id = ${command.objectId}
      and after ->> 'command' = ${command.command} and action like '%-outcome'
      and account_name = ${command.accountName} and from_address = ${command.from} limit 1`
  return found !== undefined
}
