import type { ReactNode } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useParamChoices } from '../../readings/values/use-param-choices.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { type ConditionKind, type DraftCondition, fieldsOf, kinds } from './draft.rules.ts'

/** A parameter that devices of a kind have. */
export type KindParam = AnswerOf<'alertTemplates', 'params'>[number]

export interface ConditionFieldsProps {
  condition: DraftCondition
  onChange: (changes: Partial<DraftCondition>) => void
  /** Returns the error of a field by its name. */
  errorOf: (field: string) => string | undefined
  isDisabled: boolean
  /** Parameters of the device type, for an alert template; numbered from 1. */
  kindParams?: readonly KindParam[] | undefined
}

/** Condition fields: parameter, comparison and duration. */
export const ConditionFields = (props: ConditionFieldsProps): ReactNode => {
  const { condition, onChange, errorOf, isDisabled, kindParams } = props
  const { alertForm } = useTexts()
  const own = useParamChoices().data?.find(({ id }) => id === condition.paramId)?.unit ?? ''
  const unit = kindParams === undefined ? own : (kindParams[(condition.paramId ?? 0) - 1]?.unitName ?? '')
  const paramError = errorOf('paramId') ?? errorOf('param')
  const fields = fieldsOf[condition.kind]
  const withUnit = (label: string): string => (unit === '' ? label : `${label}, ${unit}`)
  const kindError = errorOf('kind')
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {kindParams === undefined ? (
        <ParamSearch
          label={alertForm.param}
          paramId={condition.paramId}
          onChoose={({ id }) => onChange({ paramId: id })}
          error={paramError}
          isDisabled={isDisabled}
        />
      ) : (
        <div>
          <Choice<number>
            label={alertForm.param}
            value={condition.paramId ?? 0}
            options={[
              [0, alertForm.chooseParam],
              ...kindParams.map(
                ({ name, label }, place) => [place + 1, label === undefined ? name : `${name} ${label}`] as const,
              ),
            ]}
            onChange={(paramId) => onChange({ paramId: paramId === 0 ? null : paramId })}
          />
          {paramError !== undefined && <p className="mt-1 text-sm text-critical-text">{paramError}</p>}
        </div>
      )}
      <div>
        <Choice<ConditionKind>
          label={alertForm.kind}
          value={condition.kind}
          options={kinds.map((kind) => [kind, alertForm.kinds[kind]] as const)}
          onChange={(kind) => onChange({ kind })}
        />
        {kindError !== undefined && <p className="mt-1 text-sm text-critical-text">{kindError}</p>}
      </div>
      {fields.value !== null && (
        <NumberField
          label={
            fields.value === 'limit' || fields.value === 'change'
              ? withUnit(alertForm.values[fields.value])
              : alertForm.values[fields.value]
          }
          value={condition.value}
          onChange={(value) => onChange({ value })}
          error={errorOf('value')}
        />
      )}
      <NumberField
        label={alertForm.holds[fields.hold]}
        hint={alertForm.holdHelp[fields.hold]}
        isWhole
        value={condition.holdSec}
        onChange={(holdSec) => onChange({ holdSec })}
        error={errorOf('holdSec')}
      />
      {fields.deadband !== null && (
        <NumberField
          label={withUnit(alertForm.deadbands[fields.deadband])}
          hint={alertForm.deadbandHelp[fields.deadband]}
          value={condition.deadband}
          onChange={(deadband) => onChange({ deadband })}
          error={errorOf('deadband')}
        />
      )}
    </div>
  )
}
