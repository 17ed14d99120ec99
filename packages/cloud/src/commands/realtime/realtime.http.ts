import type { Queries } from '@busbar/database'
import { plainNumber } from '@busbar/kit'
import { parseDecimal } from '@busbar/modbus/decimal'
import { lastReadings } from '@busbar/readings/last-values'
import type { Role } from '../../accounts/access/roles.ts'
import type { Handlers } from '../../accounts/call.ts'
import { computeValue, type InputValue } from '../../devices/computed/compute-value.ts'
import { sorted } from '../../devices/computed/computed-device.ts'
import { findNets, findParams } from '../../devices/params/find.sql.ts'
import { formattedValue } from '../../fields/formatted-value.ts'
import { type Formula, paramsOf, parseFormula } from '../../formula/parse.ts'
import { factsOfParams, type ParamFacts } from '../../history/facts.sql.ts'
import { netStatesOf } from '../../history/links/net-states-of.ts'
import { viewerRoles } from '../../history/values/visible.ts'
import type { CommandCall, CommandNeeds } from '../needs.ts'
import { type Path, parsePath, pathsOf } from './paths.rules.ts'
import type { ReadValue } from './read-params.ts'
import type { realtime } from './realtime.contract.ts'
import type { RealtimeResult, RequestedParam } from './realtime.ts'

/** All that is needed to read a parameter now, tracked or not, and to show what was read. */
interface ReadRow extends ParamFacts, RequestedParam {
  /** Formula of a computed parameter, whose inputs are read instead. */
  formula: string | null
}

/** Listed parameters, as far as the caller has one of the roles there. */
const readRows = (sql: Queries, ids: readonly number[], accountId: number, roles: readonly Role[]) => sql<ReadRow[]>`
  select p.id, p.org_id as "orgId", p.device_id as "deviceId", p.value_type as "valueType", p.precision,
         p.unit_name as "unitName", p.enum, p.register_kind as kind, p.address, p.formula,
         json_build_array(p.value_type, p.byte_order, p.bit_position, p.bits_amount, p.multiplier::text, p.shift::text,
           p.precision, p.min::text, p.max::text,
           case when jsonb_typeof(p.enum) = 'object' then array(select jsonb_object_keys(p.enum)) end,
           p.nan_values, p.coding, case when p.coding is not null then p.address end)::text as format,
         d.modbus_unit_id as unit, d.read_group_size as "readGroupSize", d.disabled_on is not null as "isDeviceOff",
         n.id as "netId", n.protocol, n.disabled_on is not null as "isNetOff"
  from param p
  join membership m on m.org_id = p.org_id and m.account_id = ${accountId} and m.role = any(${roles})
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where p.id = any(${ids}::bigint[])`

/** Formulas over formulas over formulas: no deeper than this in one request. */
const depthMax = 16
/** Parameters that one request reads for its formulas, besides those that it names. */
const inputsMax = 1000

/** Reads parameters at this moment. For computed ones their inputs are read, and then they are worked out: nothing is sent for themselves. */
const readNow = async (
  { db, caller, realtime }: Pick<CommandCall<'account'>, 'db' | 'caller' | 'realtime'>,
  rows: readonly ReadRow[],
): Promise<Map<number, RealtimeResult>> => {
  const all = new Map(rows.map((row) => [row.id, row]))
  const formulas = new Map<number, { formula: Formula; inputs: number[]; precision: number | null }>()
  let fresh: readonly ReadRow[] = rows
  for (let depth = 0; depth < depthMax && fresh.length > 0; depth += 1) {
    for (const { id, formula: text, precision } of fresh) {
      const formula = text === null ? null : parseFormula(text)
      if (formula !== null && !('error' in formula))
        formulas.set(id, { formula, inputs: paramsOf(formula), precision: precision ?? null })
    }
    const needed = fresh.flatMap(({ id }) => formulas.get(id)?.inputs ?? []).filter((id) => !all.has(id))
    const missing = [...new Set(needed)].slice(0, rows.length + inputsMax - all.size)
    fresh = missing.length === 0 ? [] : await readRows(db.sql, missing, caller.accountId, viewerRoles)
    for (const row of fresh) all.set(row.id, row)
  }
  const results = await realtime.read([...all.values()].filter(({ formula }) => formula === null))
  const inputsOf = (id: number): number[] => (formulas.get(id)?.inputs ?? []).filter((input) => formulas.has(input))
  for (const id of sorted([...formulas.keys()], inputsOf) ?? []) {
    const of = formulas.get(id)
    if (of === undefined) continue
    const worked = computeValue(of.formula, of.inputs, of.precision, (input) => inputValue(results.get(input)))
    results.set(
      id,
      'err' in worked ? worked : { value: worked.text ?? plainNumber(worked.number), number: worked.number },
    )
  }
  return results
}

const inputValue = (result: RealtimeResult | undefined): InputValue => {
  if (result === undefined) return { err: 'InputGone' }
  if ('err' in result) return result
  const value = parseDecimal(result.value)
  return value === null ? { err: 'NotANumber' } : { value }
}

/** Facts on all paths of a request. */
interface PathFacts {
  /** Parameter IDs by reference. */
  params: ReadonlyMap<string, number>
  nets: ReadonlyMap<string, number>
  /** Last values by parameter ID; missing if there is none. */
  last: ReadonlyMap<number, ReadValue>
  realtime: ReadonlyMap<number, ReadValue>
  isConnected(netId: number): boolean
}

/** The codes of what is missing. */
const codes = { param: 'NOP', net: 'NON', last: 'NOLR', realtime: 'NORV' } as const

/** The answer to all paths. One may be any word, were it `__proto__`: each becomes a field of its own. */
export const valuesOf = (
  paths: readonly { text: string; path: Path | null }[],
  found: PathFacts,
): Record<string, string | number> => Object.fromEntries(paths.map(({ text, path }) => [text, valueOf(path, found)]))

/** The value of a path, or the code of what is missing. */
const valueOf = (path: Path | null, found: PathFacts): string | number => {
  if (path === null) return codes.param
  if (path.kind === 'constant') return path.value
  if (path.kind === 'connection') {
    const netId = found.nets.get(path.net)
    return netId === undefined ? codes.net : Number(found.isConnected(netId))
  }
  const paramId = found.params.get(path.param)
  if (paramId === undefined) return codes.param
  const value = found[path.kind].get(paramId)
  return value === undefined ? codes[path.kind] : compactValue(value)
}

/** A number where it says every digit of the value; otherwise its text. */
const compactValue = ({ value, number }: ReadValue): string | number =>
  number !== null && plainNumber(number) === value ? number : value

export const realtimeHandlers: Handlers<typeof realtime, CommandNeeds> = {
  read: async (call, { paramIds, lang, failbackToDb = false }) => {
    const rows = await readRows(call.db.sql, paramIds, call.caller.accountId, viewerRoles)
    const read = await readNow(call, rows)
    const results = failbackToDb ? await withStoredValues(call, rows, read) : read
    return Object.fromEntries(
      rows.map((row) => {
        const result = results.get(row.id) ?? { err: 'no-value' }
        if ('err' in result) return [row.id, { err: result.err }]
        return [row.id, { value: result.value, formattedValue: formattedValue(result.value, row, lang) }]
      }),
    )
  },

  values: async (call, { orgId, params }) => {
    const paths = pathsOf(params).map((text) => ({ text, path: parsePath(text) }))
    const { sql } = call.db
    const nets = await findNets(sql, orgId, referencesOf(paths, ['connection']))
    const ids = await findParams(sql, orgId, referencesOf(paths, ['last', 'realtime']))
    const idsOf = (kind: Path['kind']): number[] => referencesOf(paths, [kind]).flatMap((param) => ids.get(param) ?? [])
    const [last, read] = await Promise.all([storedValues(call, idsOf('last')), valuesNow(call, idsOf('realtime'))])
    const states = await netStatesOf(call, [...nets.values()])
    const isConnected = (netId: number): boolean => states.status(netId)?.isConnected ?? false
    return valuesOf(paths, { params: ids, nets, last, realtime: read, isConnected })
  },
}

/** The references that paths of these sorts have. */
const referencesOf = (paths: readonly { path: Path | null }[], kinds: readonly Path['kind'][]): string[] =>
  paths.flatMap(({ path }) => {
    if (path === null || path.kind === 'constant' || !kinds.includes(path.kind)) return []
    return path.kind === 'connection' ? path.net : path.param
  })

/** Uses the last stored value if a read failed. */
const withStoredValues = async (
  { db }: CommandNeeds,
  rows: readonly ReadRow[],
  read: ReadonlyMap<number, RealtimeResult>,
): Promise<Map<number, ReadValue | { err: string }>> => {
  const isRead = (id: number): boolean => 'value' in (read.get(id) ?? {})
  const stored = await lastReadings(
    db.sql,
    rows.filter(({ id }) => !isRead(id)),
  )
  return new Map(rows.map(({ id }) => [id, (isRead(id) ? read.get(id) : stored.get(id)?.last) ?? { err: 'no-value' }]))
}

const storedValues = async (
  { db, caller }: CommandCall<'account'>,
  ids: readonly number[],
): Promise<Map<number, ReadValue>> => {
  if (ids.length === 0) return new Map()
  const stored = await lastReadings(db.sql, await factsOfParams(db.sql, ids, caller.accountId, viewerRoles))
  return new Map(Array.from(stored).flatMap(([id, { last }]) => (last === null ? [] : [[id, last]])))
}

const valuesNow = async (call: CommandCall<'member'>, ids: readonly number[]): Promise<Map<number, ReadValue>> => {
  if (ids.length === 0) return new Map()
  const read = await readNow(call, await readRows(call.db.sql, ids, call.caller.accountId, viewerRoles))
  return new Map(Array.from(read).flatMap(([id, result]) => ('value' in result ? [[id, result]] : [])))
}
