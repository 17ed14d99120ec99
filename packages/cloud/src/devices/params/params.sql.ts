import { batchLoader, columns, type Queries } from '@busbar/database'
import { listText } from '@busbar/database/arrays'
import type { Role } from '../../accounts/access/roles.ts'
import { textsByPosition } from '../../fields/written-answer.ts'
import type { Texts } from './names.rules.ts'
import type { ParamSettings } from './settings.rules.ts'

/** Columns of what describes a parameter and its registers, with the names of `ParamSettings`. */
export const registerSettings = [
  'name',
  'description',
  'category',
  'label',
  'slug',
  'address',
  'registerKind',
  'valueType',
  'byteOrder as order',
  'bitPosition',
  'bitsAmount',
  'multiplier',
  'shift',
  'precision',
  'min',
  'max',
  'rolloverAt',
  'hourlyMax',
  'unitName',
  'enum',
  'nanValues',
  'coding',
  'isTracked',
  'isProgrammable',
] as const
export const paramSettings = [...registerSettings, 'formula'] as const
const stored = columns('param', paramSettings, 'p')
const changed = columns('param', paramSettings)
const inserted = columns('param', ['deviceId', ...paramSettings])

export interface StoredParam extends ParamSettings {
  id: number
  deviceId: number
  deviceName: string
}

/** All parameters of a device, or one, with all that is stored. */
export const storedParams = (sql: Queries, orgId: number, of: { deviceId: number } | { paramId: number }) => sql<
  StoredParam[]
>`
  select p.id, p.device_id as "deviceId", d.name as "deviceName", ${stored}
  from param p join device d on d.org_id = p.org_id and d.id = p.device_id
  where p.org_id = ${orgId}
    and (p.device_id = ${'deviceId' in of ? of.deviceId : null} or p.id = ${'paramId' in of ? of.paramId : null})
  order by p.id`

export const slugsOfDevice = async (sql: Queries, orgId: number, deviceId: number): Promise<string[]> => {
  const rows = await sql<{ slug: string }[]>`
    select slug from param where org_id = ${orgId} and device_id = ${deviceId}`
  return rows.map(({ slug }) => slug)
}

/** Stores parameters in their order and gives their ids in it. */
export const insertParams = async (
  tx: Queries,
  orgId: number,
  params: readonly (ParamSettings & { deviceId: number })[],
): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    insert into param (org_id, ${inserted.names})
    select ${orgId}, ${inserted.given}
    from jsonb_to_recordset(${tx.json(params.map((param, place) => ({ ...param, place })))}) as given (
      place integer, ${inserted.types})
    order by place
    returning id`
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

export const updateParam = async (tx: Queries, orgId: number, id: number, to: ParamSettings): Promise<void> => {
  await tx`
    update param set ${changed.changes}
    from jsonb_to_recordset(${tx.json([to])}) as given (${changed.types})
    where org_id = ${orgId} and id = ${id}`
}

/** The caller's role for each listed parameter; those of strangers are not there. */
export const orgRolesOfParams = (sql: Queries, ids: readonly number[], accountId: number) => sql<
  { id: number; orgId: number; role: Role }[]
>`
  select p.id, p.org_id as "orgId", m.role from param p join membership m on m.org_id = p.org_id
  where p.id = any(${ids}) and m.account_id = ${accountId}`

export interface ParamModification {
  category?: string | undefined
  isTracked?: boolean | undefined
  isProgrammable?: boolean | undefined
}

/** Changes what is given; an empty category is none. */
export const modifyParams = (tx: Queries, orgId: number, ids: readonly number[], to: ParamModification) => tx<
  { id: number }[]
>`
  update param set
    category = case when ${to.category === undefined} then category else ${to.category ? tx.json({ en: to.category }) : null}::jsonb end,
    is_tracked = coalesce(${to.isTracked ?? null}, is_tracked),
    is_programmable = coalesce(${to.isProgrammable ?? null}, is_programmable)
  where org_id = ${orgId} and id = any(${ids}) returning id`

export const deleteParams = (tx: Queries, orgId: number, ids: readonly number[]) => tx<{ id: number; name: Texts }[]>`
  delete from param where org_id = ${orgId} and id = any(${ids}) returning id, name`

interface ListKey {
  ids: readonly number[]
  accountId: number
  /** Roles that may read; the same for all callers. */
  roles: string
}

/**
 * Returns details of listed parameters as JSON, in the order of the list, if the caller has one of the roles there.
 * Text shared by parameters of one device, or by several lists, is built once.
 */
export const paramDetails = batchLoader(
  ({ ids, accountId }: ListKey) => `${accountId}:${ids.join()}`,
  async (sql, keys) => {
    const ids = listText(keys.map((key) => key.ids.join()))
    const turns = listText(keys.map((key, at) => key.ids.map(() => at + 1).join()))
    const accounts = listText(keys.map(({ accountId }) => accountId))
    const rows = await sql`
      with listed as materialized (
        select * from unnest(${ids}::bigint[], ${turns}::int[]) with ordinality as one (id, turn, place)),
      found as materialized (select * from param where id = any(${ids}::bigint[])),
      place as materialized (
        select d.org_id, d.id, d.name,
               concat('"deviceId":', d.id, ',"deviceName":', to_json(d.name), ',"deviceSlug":', to_json(d.slug),
                      ',"networkId":', n.id, ',"networkName":', to_json(n.name), ',"networkSlug":', to_json(n.slug)) as said
        from device d
        join net n on n.org_id = d.org_id and n.id = d.net_id
        where d.id in (select device_id from found)),
      written as materialized (
        select p.org_id, p.id,
          concat('{"id":', p.id, ',"name":', to_json(shown_text(p.name)),
            ',"fullName":', to_json(full_name(d.name, p.name, p.label, p.unit_name)), ',"slug":', to_json(p.slug), ',',
            d.said, ',"address":', p.address, ',"valueType":', to_json(p.value_type),
            ',"registerKind":"', p.register_kind, '","isProgrammable":', p.is_programmable::text,
            ',"bitPosition":' || p.bit_position, ',"bitsAmount":' || p.bits_amount,
            ',"label":' || to_json(p.label)::text, ',"unitName":' || to_json(p.unit_name)::text, '}') as text
        from found p
        join place d on d.org_id = p.org_id and d.id = p.device_id),
      seen as materialized (
        select asked.turn, m.org_id from unnest(${accounts}::bigint[]) with ordinality as asked (account_id, turn)
        join membership m on m.account_id = asked.account_id and m.role = any(${keys[0]?.roles ?? '{}'}::text[]))
      select listed.turn, concat('[', string_agg(written.text, ',' order by listed.place), ']')
      from listed
      join written on written.id = listed.id
      join seen on seen.turn = listed.turn and seen.org_id = written.org_id
      group by listed.turn`.raw()
    return textsByPosition(rows, keys.length).map((text) => text ?? '[]')
  },
)

export const devicesOfParams = async (sql: Queries, orgId: number, paramIds: readonly number[]): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select distinct device_id as id from param where org_id = ${orgId} and id = any(${[...paramIds]}::bigint[])`
  return rows.map(({ id }) => id)
}
