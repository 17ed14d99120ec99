import { lastReadings } from '@busbar/readings/last-values'
import type { Handlers } from '@busbar/wire/server'
import { findNets, findParams } from '../../devices/params/find.sql.ts'
import { formattedValue } from '../../fields/formatted-value.ts'
import { factsOfParams } from '../../history/facts.sql.ts'
import { netStatesOf } from '../../history/links/net-states-of.ts'
import { viewerRoles } from '../../history/values/visible.ts'
import type { Call } from '../../start/service.ts'
import { valuesOf } from './path-values.rules.ts'
import { type Path, parsePath, pathsOf } from './paths.rules.ts'
import { readNow } from './read-now.ts'
import type { ReadValue } from './read-params.ts'
import { type ReadRow, readRows } from './read-rows.sql.ts'
import type { realtime } from './realtime.contract.ts'
import type { RealtimeResult } from './realtime.ts'

export const realtimeHandlers: Handlers<typeof realtime, Call> = {
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

/** Where nothing could be read now, what was stored last takes its place. */
const withStoredValues = async (
  { db }: Call,
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

const storedValues = async ({ db, caller }: Call, ids: readonly number[]): Promise<Map<number, ReadValue>> => {
  if (ids.length === 0) return new Map()
  const stored = await lastReadings(db.sql, await factsOfParams(db.sql, ids, caller.accountId, viewerRoles))
  return new Map(Array.from(stored).flatMap(([id, { last }]) => (last === null ? [] : [[id, last]])))
}

const valuesNow = async (call: Call, ids: readonly number[]): Promise<Map<number, ReadValue>> => {
  if (ids.length === 0) return new Map()
  const read = await readNow(call, await readRows(call.db.sql, ids, call.caller.accountId, viewerRoles))
  return new Map(Array.from(read).flatMap(([id, result]) => ('value' in result ? [[id, result]] : [])))
}
