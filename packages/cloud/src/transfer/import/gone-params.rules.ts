import { referencesIn } from '../../dashboards/references.rules.ts'
import { inputsOf } from '../../dashboards/visualizations/inputs.rules.ts'
import type { Document } from '../document.contract.ts'

/** Parameters that are named although they were deleted: dashboards, drawings, reports and formulas keep them, and what they show of them is empty. */
export const goneParams = ({
  params,
  dashboards,
  visualizations,
  reports,
}: Pick<Document, 'params' | 'dashboards' | 'visualizations' | 'reports'>): number[] => {
  const existing = new Set(params.map(({ id }) => id))
  const drawn = visualizations.flatMap(({ bindings }) => bindings.flatMap(inputsOf))
  const counted = reports.flatMap(({ branches }) => branches.flatMap(countersOf))
  const shown = dashboards.flatMap(({ grid = [] }) => referencesIn(grid).paramIds)
  const computed = params.flatMap((param) => inputsOf(param))
  return [...new Set([...shown, ...drawn, ...counted, ...computed])]
    .filter((id) => !existing.has(id))
    .toSorted((a, b) => a - b)
}

type Branch = Document['reports'][number]['branches'][number]

const countersOf = ({ value }: Branch): number[] => {
  if (value === undefined || 'linkId' in value) return []
  return 'paramId' in value ? [value.paramId] : inputsOf(value)
}
