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

/** Items without links to what was deleted. */
const linkedItems = (items: readonly Item[], existing: ReadonlyMap<number, unknown>): Item[] =>
  items.map(({ go, use, ...item }) => ({
    ...item,
    ...(go !== undefined && existing.has(go.visId) && { go }),
    ...(use !== undefined && existing.has(use.visId) && { use }),
  }))

/** Items with the parameters of now. */
const movedItems = (where: string, items: readonly Item[], params: ParamIds): Item[] =>
  items.map(({ control, use, ...item }, place) => {
    const moved = (at: string, id: number): number => movedOrGone(`${where}.${place}.${at}`, id, params)
    return {
      ...item,
      ...(control && { control: { ...control, paramId: moved('control.paramId', control.paramId) } }),
      ...(use && {
        use: {
          ...use,
          args: Object.fromEntries(
            Object.entries(use.args).map(([name, arg]) => [
              name,
              'paramId' in arg ? { paramId: moved(`use.args.${name}.paramId`, arg.paramId) } : arg,
            ]),
          ),
        },
      }),
    }
  })

/** Items with the visualizations of now; null where they lead to none. */
const relinkedItems = (where: string, items: readonly Item[], ids: ReadonlyMap<number, number>): Item[] | null => {
  if (items.every(({ go, use }) => go === undefined && use === undefined)) return null
  return items.map(({ go, use, ...item }, place) => {
    const moved = (at: string, id: number): number => {
      const found = ids.get(id)
      if (found === undefined)
        throw documentError(`${where}.${place}.${at}`, `no visualization of the document is ${id}`)
      return found
    }
    return {
      ...item,
      ...(go && { go: { visId: moved('go.visId', go.visId) } }),
      ...(use && { use: { ...use, visId: moved('use.visId', use.visId) } }),
    }
  })
}

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
