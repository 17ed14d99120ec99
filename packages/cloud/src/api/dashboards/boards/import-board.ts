import { Refusal } from '@busbar/wire/server'
import type { Tx } from '../../../db/sql.ts'
import { paramsOfOrg } from '../../readings/facts.sql.ts'
import { referencesIn, withIds } from '../references.rules.ts'
import type { Widget } from '../widgets.contract.ts'
import { paramsByPath } from './boards.sql.ts'

/** Widgets of a document, with parameters by their paths: a document of elsewhere may have ids that are others' here. Without a path the id counts. */
export const importedWidgets = async (
  tx: Tx,
  orgId: number,
  widgets: readonly Widget[],
  paths: Readonly<Record<string, readonly string[]>>,
): Promise<Widget[]> => {
  const paramIds = referencesIn(widgets).paramIds
  const withPath = paramIds.flatMap((id) => (paths[id] === undefined ? [] : [{ id, path: paths[id] }]))
  const byPath = new Map((await paramsByPath(tx, orgId, withPath)).map(({ id, paramId }) => [id, paramId]))
  const ownIds = new Set(await paramsOfOrg(tx, orgId, paramIds))
  const newId = (id: number): number => {
    const localId = byPath.get(id) ?? (ownIds.has(id) && paths[id] === undefined ? id : undefined)
    if (localId !== undefined) return localId
    throw new Refusal('ObjectNotFound', `There is no parameter ${paths[id]?.join('/') ?? id}.`)
  }
  return widgets.map((widget) => withIds(widget, (field, id) => (field === 'paramId' ? newId(id) : id)))
}
