import type { Item } from '../../dashboards/visualizations/items.contract.ts'
import { documentError } from './document-errors.ts'
import { movedOrGone, type ParamIds } from './param-ids.rules.ts'

/** Items without links to what was deleted. */
export const linkedItems = (items: readonly Item[], existing: ReadonlyMap<number, unknown>): Item[] =>
  items.map(({ go, use, ...item }) => ({
    ...item,
    ...(go !== undefined && existing.has(go.visId) && { go }),
    ...(use !== undefined && existing.has(use.visId) && { use }),
  }))

/** Items with the parameters of now. */
export const movedItems = (where: string, items: readonly Item[], params: ParamIds): Item[] =>
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
export const relinkedItems = (
  where: string,
  items: readonly Item[],
  ids: ReadonlyMap<number, number>,
): Item[] | null => {
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
