import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'

export type Param = AnswerOf<'devices', 'params'>[number]
export type ParamsAction = 'copy' | 'track' | 'untrack' | 'unit' | 'delete'
type ParamsChange = Pick<RequestOf<'bulk', 'changeParams'>, 'add' | 'change' | 'delete'>

/** Builds the request for parameters that were selected in one device. */
export const paramsRequest = (act: ParamsAction, chosen: readonly Param[], unitName: string): ParamsChange => {
  if (act === 'delete') return { delete: chosen.map(({ slug }) => slug) }
  if (act === 'copy') {
    return {
      add: chosen.flatMap(
        ({ id: _id, deviceId: _device, fullName: _full, formula: _formula, registerKind, ...param }) =>
          registerKind === 'computed' ? [] : { ...param, registerKind },
      ),
    }
  }
  const to = act === 'unit' ? { unitName: unitName.trim() || null } : { isTracked: act === 'track' }
  return { change: chosen.map(({ slug }) => ({ slug, to })) }
}
