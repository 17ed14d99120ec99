import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, call } from '../../data/api/api-query.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { FormulaField } from '../../readings/values/formula-field.tsx'
import { formulaProblem } from '../../readings/values/formula-problem.rules.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formText, SettingsForm } from '../../ui/forms/settings-form.tsx'
import { renamed } from './changes.rules.ts'

/** What a computed parameter is called, its formula, and whether it is kept. */
export const ComputedSettings = ({ param }: { param: AnswerOf<'devices', 'params'>[number] }): ReactNode => {
  const texts = useTexts()
  const { common, computed, param: paramTexts } = texts
  const language = useLanguage()
  const client = useQueryClient()
  const [formula, setFormula] = useState(param.formula ?? '')
  const [precision, setPrecision] = useState(param.precision === undefined ? '' : String(param.precision))
  const [unitName, setUnitName] = useState(param.unitName ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const save = async (form: FormData): Promise<boolean> => {
    setIsBusy(true)
    setProblem(null)
    try {
      await call('params', 'change', {
        paramId: param.id,
        name: renamed(param.name, formText(form, 'name').trim(), language),
        label: formText(form, 'label').trim() || null,
        unitName: unitName.trim() || null,
        precision: precision === '' ? null : Number(precision),
        isTracked: form.has('isTracked'),
        formula,
      })
      toast(paramTexts.saved)
      await client.invalidateQueries()
      return true
    } catch (error) {
      const known = error instanceof ApiError ? formulaProblem(texts, error.message) : null
      setProblem(known ?? errorText(texts, error))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <SettingsForm onSave={save} isBusy={isBusy}>
      <TextField
        label={common.name}
        name="name"
        defaultValue={paramText(param.name, language)}
        maxLength={500}
        required
      />
      <TextField label={paramTexts.label} name="label" defaultValue={param.label} maxLength={50} />
      <TextField
        label={computed.unit}
        name="unitName"
        maxLength={50}
        value={unitName}
        onChange={({ target }) => setUnitName(target.value)}
      />
      <NumberField
        label={computed.precision}
        name="precision"
        isWhole
        min={0}
        max={12}
        value={precision}
        onChange={setPrecision}
      />
      <div className="min-w-0 sm:col-span-2">
        <FormulaField
          formula={formula}
          onFormula={setFormula}
          precision={precision === '' ? null : Number(precision)}
          unitName={unitName}
        />
        <p className="mt-2 max-w-prose text-sm text-quiet">{computed.howOften}</p>
      </div>
      <Checkbox label={paramTexts.tracked} name="isTracked" defaultChecked={param.isTracked} />
      {problem !== null && (
        <div className="sm:col-span-2">
          <Notice tone="critical">{problem}</Notice>
        </div>
      )}
    </SettingsForm>
  )
}
