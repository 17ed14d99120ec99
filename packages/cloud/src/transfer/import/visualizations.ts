import type { Tx } from '@busbar/database'
import type { Binding } from '../../dashboards/visualizations/bindings.contract.ts'
import type { Item } from '../../dashboards/visualizations/items.contract.ts'
import { checkBindings, cleanSource, shownVis } from '../../dashboards/visualizations/saved-vis.ts'
import { savedCodesMax, visMax } from '../../dashboards/visualizations/visualizations.contract.ts'
import {
  countVis,
  insertVis,
  setItems,
  visById,
  visList,
  visSlugs,
} from '../../dashboards/visualizations/visualizations.sql.ts'
import { sanitiserVersion } from '../../svg/sanitise-svg.ts'
import type { Document } from '../document.contract.ts'
import { allSavedData, insertSavedData } from '../export/views.sql.ts'
import type { Part } from '../transfer.contract.ts'
import { documentError, needUnique, withPath } from './document-errors.ts'
import { uniqueSlugs } from './import.rules.ts'
import { movedFormula, movedOrGone, type ParamIds } from './param-ids.rules.ts'
import { linkedItems, movedItems, relinkedItems } from './picture-items.ts'

export const visualizationsToExport = async (tx: Tx, orgId: number): Promise<Document['visualizations']> => {
  const ids = (await visList(tx, orgId)).map(({ id }) => id)
  const rows = new Map((await visById(tx, orgId, ids)).map((row) => [row.id, row]))
  const saved = new Map((await allSavedData(tx, orgId)).map(({ visId, data }) => [visId, data]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (row === undefined) return []
    const { orgId: _orgId, version: _version, ...vis } = shownVis(row)
    return [{ ...vis, items: linkedItems(vis.items, rows), data: saved.get(id) ?? {} }]
  })
}

/** Adds visualizations whose parameters are there already, and gives their new ids. */
export const importVisualizations = async (
  tx: Tx,
  orgId: number,
  createdOn: Date,
  visualizations: Part['visualizations'],
  params: ParamIds,
): Promise<Map<number, number>> => {
  const ids = new Map<number, number>()
  if (visualizations.length === 0) return ids
  needUnique(
    (index) => `visualizations.${index}.id`,
    visualizations.map(({ id }) => id),
  )
  if ((await countVis(tx, orgId)) + visualizations.length > visMax) {
    throw documentError('visualizations', `an organization has at most ${visMax}`)
  }
  const taken = new Set(await visSlugs(tx, orgId, ['%']))
  const slugs = uniqueSlugs((index) => `visualizations.${index}`, visualizations, taken)
  const gone = new Set(params.gone.values())
  /** Links between them are put right when all are there. */
  const storedItems = new Map<number, [where: string, items: Item[]]>()
  for (const [index, { id, data, ...vis }] of visualizations.entries()) {
    const where = `visualizations.${index}`
    if (Object.keys(data).length > savedCodesMax)
      throw documentError(`${where}.data`, `has more than ${savedCodesMax} values`)
    const bindings = movedBindings(`${where}.bindings`, vis.bindings, params)
    const items = movedItems(`${where}.items`, vis.items, params)
    const settings = await withPath(where, async () => {
      await checkBindings(tx, orgId, bindings, items, gone)
      return { ...vis, slug: slugs[index] ?? vis.slug, source: cleanSource(vis.source), bindings, items }
    })
    const newId = await insertVis(tx, orgId, settings, sanitiserVersion, createdOn)
    await insertSavedData(tx, orgId, newId, data)
    ids.set(id, newId)
    storedItems.set(newId, [`${where}.items`, items])
  }
  for (const [id, [where, items]] of storedItems) {
    const relinked = relinkedItems(where, items, ids)
    if (relinked !== null) await setItems(tx, orgId, id, relinked)
  }
  return ids
}

const movedBindings = (where: string, bindings: readonly Binding[], params: ParamIds): Binding[] =>
  bindings.map((binding, place) => ({
    ...binding,
    ...(binding.param !== undefined && { param: movedOrGone(`${where}.${place}.param`, binding.param, params) }),
    ...(binding.formula !== undefined && {
      formula: movedFormula(`${where}.${place}.formula`, binding.formula, params),
    }),
  }))
