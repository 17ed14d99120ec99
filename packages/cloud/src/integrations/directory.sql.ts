import type { Queries } from '@busbar/database'

/** A parameter as published to other systems. */
export interface ConnectedParam {
  id: number
  slug: string
  name: string
  label: string | null
  category: string | null
  unit: string | null
  valueType: string
  registerKind: string
  /** Texts of an enumeration by number, in English or what there is. */
  labels: Readonly<Record<string, string>> | null
  precision: number | null
  min: string | null
  max: string | null
  isProgrammable: boolean
}

export interface ConnectedDevice {
  id: number
  slug: string
  name: string
  netId: number
  net: string
  netName: string
  periodSec: number
  manufacturer: string | null
  model: string | null
  isDisabled: boolean
  params: ReadonlyMap<number, ConnectedParam>
}

/** Devices of an organization with what is recorded of each, by their ids. */
export const connectedDevices = async (sql: Queries, orgId: number): Promise<Map<number, ConnectedDevice>> => {
  const rows = await sql<(Omit<ConnectedDevice, 'params'> & { params: ConnectedParam[] | null })[]>`
    select d.id, d.slug, d.name, d.net_id as "netId", n.slug as net, n.name as "netName", d.update_period_sec as "periodSec",
           t.manufacturer, t.name as model, d.disabled_on is not null or n.disabled_on is not null as "isDisabled",
           (select json_agg(json_build_object(
              'id', p.id, 'slug', p.slug, 'name', coalesce(p.name ->> 'en', (select min(value) from jsonb_each_text(p.name))),
              'label', p.label, 'category', p.category ->> 'en', 'unit', p.unit_name, 'valueType', p.value_type,
              'registerKind', p.register_kind, 'precision', p.precision, 'min', p.min::text, 'max', p.max::text,
              'isProgrammable', p.is_programmable,
              'labels', (select json_object_agg(e.key, case jsonb_typeof(e.value) when 'string' then e.value #>> '{}'
                           else coalesce(e.value ->> 'en', (select min(value) from jsonb_each_text(e.value))) end)
                         from jsonb_each(p.enum) e)) order by p.id)
            from param p where p.org_id = d.org_id and p.device_id = d.id and p.is_tracked) as params
    from device d join net n on n.org_id = d.org_id and n.id = d.net_id
    left join template t on t.org_id = d.template_org_id and t.id = d.template_id
    where d.org_id = ${orgId} order by d.id`
  return new Map(
    rows.map(({ params, ...device }) => [
      device.id,
      { ...device, params: new Map((params ?? []).map((param) => [param.id, param])) },
    ]),
  )
}

/** When each device was last tried, of what is recorded; in ms since 1970. */
export const lastTries = async (sql: Queries, orgId: number): Promise<Map<number, number>> => {
  const rows = await sql<{ deviceId: number; on: Date }[]>`
    select device_id as "deviceId", greatest(read_on, failed_on) as on from last_poll
    where org_id = ${orgId} and coalesce(read_on, failed_on) is not null`
  return new Map(rows.map(({ deviceId, on }) => [deviceId, on.getTime()]))
}

/** Part of an alert's state that shows its status; Unix times in milliseconds. */
interface Episode {
  startedOn: number
  closedOn: number | null
  confirmed: { on: number } | null
}

/** How an alert stands that was active at least once. */
export interface AlertStatus {
  slug: string
  isActive: boolean
  isConfirmed: boolean
  /** When it began, was confirmed or ended, whichever was last; in ms since 1970. */
  on: number
}

export const alertStatuses = async (sql: Queries, orgId: number): Promise<AlertStatus[]> => {
  const rows = await sql<{ slug: string; episode: Episode }[]>`
    select a.slug, s.state -> 'episode' as episode
    from alert a join alert_state s on s.org_id = a.org_id and s.alert_id = a.id
    where a.org_id = ${orgId} and jsonb_typeof(s.state -> 'episode') = 'object' order by a.id`
  return rows.map(({ slug, episode: { startedOn, closedOn, confirmed } }) => ({
    slug,
    isActive: closedOn === null,
    isConfirmed: confirmed !== null,
    on: closedOn ?? confirmed?.on ?? startedOn,
  }))
}
