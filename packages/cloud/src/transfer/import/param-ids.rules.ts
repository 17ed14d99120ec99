import { at } from '@busbar/kit'
import { lex } from '../../formula/lex.ts'
import { documentError } from './document-errors.ts'

/** Which ids the parameters of a document have now. */
export interface ParamIds {
  existing: ReadonlyMap<number, number>
  /** Deleted parameters, each with an ID that no parameter will ever have. */
  gone: ReadonlyMap<number, number>
}

/** Gives ids to parameters that are gone. */
export const goneIds = (
  gone: readonly number[],
  newIds: readonly number[],
  existing: ReadonlyMap<number, number>,
): Map<number, number> => {
  const ids = new Map<number, number>()
  for (const [index, id] of gone.entries()) {
    if (existing.has(id)) throw documentError(`goneParams.${index}`, `${id} is there as a parameter`)
    if (ids.has(id)) throw documentError(`goneParams.${index}`, `${id} is there twice`)
    ids.set(id, at(newIds, index))
  }
  return ids
}

/** A parameter that is there. */
export const movedParam = (where: string, id: number, { existing }: ParamIds): number => {
  const moved = existing.get(id)
  if (moved === undefined) throw documentError(where, `no parameter of the document is ${id}`)
  return moved
}

/** A parameter that is there, or was. */
export const movedOrGone = (where: string, id: number, ids: ParamIds): number =>
  ids.gone.get(id) ?? movedParam(where, id, ids)

/** A formula with the ids of now. One that cannot be read is left to those who check it. */
export const movedFormula = (where: string, formula: string, ids: ParamIds): string => {
  const tokens = lex(formula)
  if ('error' in tokens) return formula
  let moved = ''
  let copied = 0
  for (const token of tokens) {
    if (token.kind !== 'param') continue
    moved += `${formula.slice(copied, token.at)}#${movedOrGone(where, token.id, ids)}`
    copied = token.at + `#${token.id}`.length
  }
  return moved + formula.slice(copied)
}
