import type { ReactNode } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { compareNames } from '../../data/format/compare-names.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'

/** A range as it was typed. */
export interface RangeDraft {
  first: string
  last: string
  name: string
  template: string
  periodSec: string
}

export const emptyRange: RangeDraft = { first: '1', last: '', name: '', template: '', periodSec: '60' }

export interface RangeFieldsProps {
  range: RangeDraft
  templates: AnswerOf<'templates', 'list'>
  onRange: (range: RangeDraft) => void
}

/** From which unit to which, what they are called and what they are. */
export const RangeFields = ({ range, templates, onRange }: RangeFieldsProps): ReactNode => {
  const { many } = useTexts()
  const set = (change: Partial<RangeDraft>): void => onRange({ ...range, ...change })
  const names = [...new Set(templates.map(({ name }) => name))].toSorted(compareNames)
  const unit = { isWhole: true, min: 0, max: 255, required: true } as const
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <TextField
        label={many.nameOf}
        placeholder={many.nameExample}
        value={range.name}
        maxLength={180}
        required
        onChange={({ target }) => set({ name: target.value })}
      />
      <NumberField label={many.first} {...unit} value={range.first} onChange={(first) => set({ first })} />
      <NumberField label={many.last} {...unit} value={range.last} onChange={(last) => set({ last })} />
      <Choice
        label={many.template}
        value={range.template}
        options={[['', many.noTemplate], ...names.map((name) => [name, name] as const)]}
        onChange={(template) => set({ template })}
      />
      <NumberField
        label={many.period}
        isWhole
        min={1}
        max={86_400}
        required
        value={range.periodSec}
        onChange={(periodSec) => set({ periodSec })}
      />
    </div>
  )
}
