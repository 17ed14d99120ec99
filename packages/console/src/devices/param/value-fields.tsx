import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormulaField } from '../../readings/values/formula-field.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'

/** A computed value that is being made, as it was typed. */
export interface ValueDraft {
  key: number
  name: string
  formula: string
  unitName: string
  precision: string
}

export const emptyValue = (key: number): ValueDraft => ({ key, name: '', formula: '', unitName: '', precision: '' })

export interface ValueFieldsProps {
  value: ValueDraft
  title: string
  onChange: (change: Partial<ValueDraft>) => void
  /** Null: it is the only one. */
  onRemove: (() => void) | null
}

/** What one computed value is called, and its formula. */
export const ValueFields = ({ value, title, onChange, onRemove }: ValueFieldsProps): ReactNode => {
  const { common, computed } = useTexts()
  const remove = onRemove !== null && (
    <Button variant="quiet" icon={X} aria-label={computed.less} title={computed.less} onClick={onRemove} />
  )
  return (
    <Panel title={title} aside={remove}>
      <div className="grid gap-4 p-4 pt-1 sm:grid-cols-[2fr_1fr_1fr]">
        <TextField
          label={common.name}
          value={value.name}
          maxLength={500}
          required
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          label={computed.unit}
          value={value.unitName}
          maxLength={50}
          onChange={({ target }) => onChange({ unitName: target.value })}
        />
        <NumberField
          label={computed.precision}
          isWhole
          min={0}
          max={12}
          value={value.precision}
          onChange={(precision) => onChange({ precision })}
        />
        <div className="min-w-0 sm:col-span-3">
          <FormulaField
            formula={value.formula}
            onFormula={(formula) => onChange({ formula })}
            precision={value.precision === '' ? null : Number(value.precision)}
            unitName={value.unitName}
          />
        </div>
      </div>
    </Panel>
  )
}
