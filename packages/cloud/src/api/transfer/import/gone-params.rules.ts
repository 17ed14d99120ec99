import { inputsOf } from '../../visualizations/inputs.rules.ts'
import type { Document } from '../document.contract.ts'

/** Parameters that are named although they were deleted: drawings and reports keep them, and what they show of them is empty. */
export const goneParams = ({
  params,
  visualizations,
  reports,
}: Pick<Document, 'params' | 'visualizations' | 'reports'>): number[] => {
  const there = new Set(params.map(({ id }) => id))
  const drawn = visualizations.flatMap(({ bindings }) => bindings.flatMap(inputsOf))
  const counted = reports.flatMap(({ branches }) => branches.flatMap(countersOf))
  return [...new Set([...drawn, ...counted])].filter((id) => !there.has(id)).toSorted((a, b) => a - b)
}

type Branch = Document['reports'][number]['branches'][number]

const countersOf = ({ value }: Branch): number[] => {
  if (value === undefined || 'linkId' in value) return []
  return 'paramId' in value ? [value.paramId] : inputsOf(value)
}
