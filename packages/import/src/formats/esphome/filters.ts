import { sumText } from '@busbar/modbus'
import type { Draft } from '../../plan/draft.ts'
import { decimalText, parseInteger, product } from '../../plan/fields.ts'
import { listAt, shownValue, type Tree } from '../../tree/tree.ts'

interface Scale {
  multiplier: string
  shift: string
  precision: number | null
}

/** What a chain of filters does to a raw number; those that have no counterpart are noted. */
export const scaleOfFilters = (draft: Draft, tree: Tree, name: string): Scale => {
  const scale: Scale = { multiplier: '1', shift: '0', precision: null }
  for (const filter of listAt(tree, 'filters')) {
    for (const option of filter.keys()) {
      const value = filter.get(option)
      const decimal = decimalText(value?.text ?? '')
      const scaled = decimal === null ? null : applied(scale, option, decimal)
      if (scaled !== null) Object.assign(scale, scaled)
      else if (option === 'lambda' || value?.tag === '!lambda')
        draft.note(filter, 'left-out', 'code-left-out', { option: `${name}: filters ${option}` })
      else
        draft.note(filter, 'left-out', 'option-left-out', {
          option: `${name}: filters ${option}`,
          value: shownValue(value),
        })
    }
  }
  return scale
}

const applied = ({ multiplier, shift }: Scale, filter: string, by: string): Partial<Scale> | null => {
  if (filter === 'multiply') {
    const [times, moved] = [product(multiplier, by), product(shift, by)]
    return times === null || moved === null || times === '0' ? null : { multiplier: times, shift: moved }
  }
  if (filter === 'offset') {
    const moved = sumText(shift, by)
    return moved === null ? null : { shift: moved }
  }
  return filter === 'round' ? { precision: parseInteger(by) ?? 0 } : null
}
