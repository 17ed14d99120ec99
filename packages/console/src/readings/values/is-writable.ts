import type { AnswerOf } from '../../data/api/api-query.ts'

type Param = AnswerOf<'devices', 'params'>[number]

/** Returns true if values can be written to a parameter. */
export const isWritable = ({ isProgrammable, registerKind }: Param): boolean =>
  isProgrammable && (registerKind === 'holding' || registerKind === 'coil')
