import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { Actor } from '../../accounts/audit/record.ts'
import { referencesIn } from '../references.rules.ts'
import type { Widget } from '../widgets.contract.ts'
import { type BoardRow, type KnownNames, namesOf, type SavedBoard, templateOf, updateBoard } from './boards.sql.ts'

type StoredBoard = Pick<BoardRow, 'orgId' | 'id' | 'name' | 'refreshSec' | 'variable' | 'widgets' | 'known'>

/**
 * Stores the grid of a dashboard. Its objects must belong to the organization, or have been on the dashboard before:
 * widgets of deleted objects stay and report that. An unchanged grid creates no version.
 */
export const saveBoard = async (
  tx: Tx,
  { caller, now }: Pick<Actor, 'caller' | 'now'>,
  before: StoredBoard,
  after: Omit<SavedBoard, 'known'>,
): Promise<boolean> => {
  const { name, refreshSec, variable, widgets } = after
  if (after.variable !== null && after.variable.templateId !== before.variable?.templateId) {
    if ((await templateOf(tx, before.orgId, after.variable.templateId)) === undefined)
      throw new Refusal('ObjectNotFound')
  }
  const known = await knownNames(tx, before, widgets)
  if (isDeepStrictEqual(partsOf(before), partsOf(after))) return false
  await updateBoard(
    tx,
    before,
    { name, refreshSec, variable, widgets, known },
    { on: now(), name: caller.accountName || null },
  )
  return true
}

const partsOf = ({ name, refreshSec, variable, widgets }: Omit<SavedBoard, 'known'>) => [
  name,
  refreshSec,
  variable,
  widgets,
]

/** Current names of the widgets' existing objects. */
export const knownNamesIn = async (tx: Tx, orgId: number, widgets: readonly Widget[]): Promise<KnownNames> => {
  const names: Record<keyof typeof kindNames, Record<string, string>> = { param: {}, device: {}, net: {}, vis: {} }
  for (const { kind, id, name } of await namesOf(tx, orgId, referencesIn(widgets))) names[kind][id] = name
  return names
}

/** The same, with what is gone as it was called before; what is neither is refused. */
const knownNames = async (
  tx: Tx,
  { orgId, ...before }: StoredBoard,
  widgets: readonly Widget[],
): Promise<KnownNames> => {
  const names = await knownNamesIn(tx, orgId, widgets)
  const [references, previous] = [referencesIn(widgets), referencesIn(before.widgets)]
  const withMissing = (kind: keyof typeof kindNames, ids: readonly number[], earlier: readonly number[]) => {
    const missing = ids.filter((id) => names[kind]?.[id] === undefined)
    const unknown = missing.find((id) => !earlier.includes(id))
    if (unknown !== undefined) throw new Refusal('ObjectNotFound', `There is no ${kindNames[kind]} ${unknown}.`)
    const oldNames = missing.map((id) => [id, before.known[kind]?.[id] ?? ''] as const)
    return { ...names[kind], ...Object.fromEntries(oldNames.filter(([, name]) => name !== '')) }
  }
  return {
    param: withMissing('param', references.paramIds, previous.paramIds),
    device: withMissing('device', references.deviceIds, previous.deviceIds),
    net: withMissing('net', references.netIds, previous.netIds),
    vis: withMissing('vis', references.visIds, previous.visIds),
  }
}

const kindNames = { param: 'parameter', device: 'device', net: 'network', vis: 'visualization' } as const
