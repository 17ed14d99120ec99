import type { Arg, VisBinding } from '@busbar/diagrams'
import type { ReactNode } from 'react'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Checkbox, Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from './number-field.tsx'
import { RuleFields } from './rule-fields.tsx'

export interface BindingFieldsProps {
  code: string
  binding: VisBinding | undefined
  /** Arguments of a faceplate; empty for a diagram. */
  args: readonly Arg[]
  /** Codes of other bindings, at which rules may look. */
  others: readonly string[]
  onChange: (binding: VisBinding | null) => void
}

type BindingSource = 'none' | 'param' | 'formula' | 'arg'

const sourceOf = (binding: VisBinding | undefined): BindingSource => {
  if (binding === undefined) return 'none'
  if (binding.formula !== undefined) return 'formula'
  return binding.arg === undefined ? 'param' : 'arg'
}

/** Binding of an element: a parameter, formula or argument with its format and rules. */
export const BindingFields = ({ code, binding, args, others, onChange }: BindingFieldsProps): ReactNode => {
  const { editor: texts } = useTexts().pictures
  const source = sourceOf(binding)
  const { param: _param, formula: _formula, arg: _arg, ...sourceless } = binding ?? { code }
  const change = (more: Partial<VisBinding>): void => binding && onChange({ ...binding, ...more })
  const choose = (next: BindingSource): void => {
    if (next === 'none') onChange(null)
    // A parameter is still to be chosen: until then it is a formula without one.
    else if (next === 'arg') onChange({ ...sourceless, arg: args[0]?.name ?? '' })
    else onChange({ ...sourceless, formula: next === 'formula' ? '0' : '' })
  }
  const isParam = source === 'param' || (source === 'formula' && binding?.formula === '')
  return (
    <div className="flex flex-col gap-3">
      <Choice
        label={texts.shows}
        value={isParam ? 'param' : source}
        options={[
          ['none', texts.nothing],
          ['param', texts.aParam],
          ['formula', texts.aFormula],
          ...(args.length > 0 ? [['arg', texts.anArg] as const] : []),
        ]}
        onChange={choose}
      />
      {isParam && (
        <ParamSearch
          label={texts.aParam}
          paramId={binding?.param ?? null}
          onChoose={({ id }) => onChange({ ...sourceless, param: id })}
        />
      )}
      {source === 'formula' && !isParam && (
        <TextField
          label={texts.aFormula}
          hint={texts.formulaHelp}
          value={binding?.formula ?? ''}
          maxLength={1000}
          onChange={({ target }) => change({ formula: target.value || '0' })}
        />
      )}
      {source === 'arg' && (
        <Choice
          label={texts.anArg}
          value={binding?.arg ?? ''}
          options={args.map(({ name }) => [name, name])}
          onChange={(arg) => change({ arg })}
        />
      )}
      {binding !== undefined && (
        <>
          <div className="grid grid-cols-2 items-end gap-2">
            <NumberField
              label={texts.decimals}
              value={binding.format?.decimals}
              onChange={(decimals) => change({ format: { ...binding.format, decimals: wholeDecimals(decimals) } })}
            />
            <Checkbox
              label={texts.unit}
              checked={binding.format?.unit !== false}
              onChange={({ target }) => change({ format: { ...binding.format, unit: target.checked } })}
            />
          </div>
          <RuleFields
            rules={binding.rules ?? []}
            others={others}
            onChange={(rules) => change({ rules: rules.length === 0 ? undefined : rules })}
          />
        </>
      )}
    </div>
  )
}

const wholeDecimals = (decimals: number | undefined): number | undefined =>
  decimals === undefined ? undefined : Math.min(12, Math.max(0, Math.round(decimals)))
