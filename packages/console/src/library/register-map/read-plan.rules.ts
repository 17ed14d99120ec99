import {
  compileValue,
  isBitKind,
  offsetIn,
  plan,
  type ReadGroup,
  type ReadItem,
  readExtent,
  type ValueFormat,
} from '@busbar/modbus'
import type { ParamTemplate } from './variants.rules.ts'

interface MapItem extends ReadItem {
  key: number
  param: ParamTemplate
}
export type MapGroup = ReadGroup<MapItem>

/** The fewest requests that read these parameters. */
export const requestsFor = (params: ReadonlyMap<number, ParamTemplate>, groupSize: number): readonly MapGroup[] => {
  const items = [...params].map(([key, param]): MapItem => {
    const { registerKind: kind } = param
    const extent = isBitKind(kind)
      ? { address: param.address, count: 1 }
      : readExtent(param as ValueFormat & Pick<ParamTemplate, 'address'>)
    return { kind, ...extent, key, param }
  })
  return plan(items, { groupSize }).groups
}

export type MapValue = { value: string } | { err: string }

/** Returns values by the key of their row. */
export const valuesOf = (
  groups: readonly MapGroup[],
  results: readonly ({ ok: readonly number[] } | { err: string })[],
): Map<number, MapValue> => {
  const values = new Map<number, MapValue>()
  for (const [i, group] of groups.entries()) {
    const result = results[i]
    if (result === undefined) continue
    for (const item of group.items) values.set(item.key, 'err' in result ? result : valueOf(group, item, result.ok))
  }
  return values
}

const valueOf = (group: MapGroup, item: MapItem, words: readonly number[]): MapValue => {
  const from = offsetIn(group, item)
  const decoded = compileValue(item.param as ValueFormat).decode(words.slice(from, from + item.count))
  return 'ok' in decoded ? { value: decoded.ok } : { err: decoded.err }
}
