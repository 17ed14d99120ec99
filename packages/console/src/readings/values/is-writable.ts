import type { AnswerOf } from '../../data/api/api-query.ts'

type Param = AnswerOf<'devices', 'params'>[number]

/** Whether values can be written to a parameter at all. */
export const isWritable = ({ isProgrammable, registerKind }: Param): boolean =>
  isProgrammable && (registerKind === 'holding' || registerKind === 'coil')
