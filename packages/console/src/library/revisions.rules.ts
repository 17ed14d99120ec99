import type { Language } from '../data/state/preferences.ts'
import { type CellField, cellFields, rowOf } from './register-map/cells.rules.ts'
import type { ParamTemplate } from './register-map/variants.rules.ts'

/** A register that is in one of two maps alone, or that differs. */
export type MapChange =
  | { kind: 'added'; name: string; address: string }
  | { kind: 'removed'; name: string; address: string }
  | { kind: 'changed'; name: string; address: string; field: CellField; before: string; after: string }

/** Compares two maps: parameters are matched by label, otherwise by register. */
export const changesBetween = (
  before: readonly ParamTemplate[],
  after: readonly ParamTemplate[],
  language: Language,
): MapChange[] => {
  const known = pairs(before, after)
  const changes: MapChange[] = []
  for (const param of after) {
    const { cells } = rowOf(param, 0, language)
    const was = known.get(param)
    const about = { name: cells.name, address: `${cells.registerKind} ${cells.address}` }
    if (was === undefined) {
      changes.push({ kind: 'added', ...about })
      continue
    }
    const old = rowOf(was, 0, language).cells
    for (const field of cellFields) {
      if (old[field] !== cells[field])
        changes.push({ kind: 'changed', ...about, field, before: old[field], after: cells[field] })
    }
  }
  const staying = new Set(known.values())
  for (const param of before) {
    if (staying.has(param)) continue
    const { cells } = rowOf(param, 0, language)
    changes.push({ kind: 'removed', name: cells.name, address: `${cells.registerKind} ${cells.address}` })
  }
  return changes
}

const signs: readonly ((param: ParamTemplate) => string | undefined)[] = [
  ({ label }) => label,
  ({ registerKind, address, bitPosition }) => `${registerKind} ${address} ${bitPosition ?? ''}`,
]

const pairs = (
  before: readonly ParamTemplate[],
  after: readonly ParamTemplate[],
): Map<ParamTemplate, ParamTemplate> => {
  const found = new Map<ParamTemplate, ParamTemplate>()
  for (const sign of signs) {
    const taken = new Set(found.values())
    const free = new Map(before.filter((param) => !taken.has(param)).map((param) => [sign(param), param]))
    for (const param of after) {
      const key = sign(param)
      const was = key === undefined || found.has(param) ? undefined : free.get(key)
      if (was === undefined) continue
      found.set(param, was)
      free.delete(key)
    }
  }
  return found
}
