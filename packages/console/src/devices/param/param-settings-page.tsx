import { byteOrders, registerKinds, valueTypes } from '@busbar/modbus'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, apiQuery, call } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useLanguage } from '../../data/state/preferences.ts'
import { FormulaField, formulaProblem } from '../../readings/values/formula-field.tsx'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { ObjectHistory } from '../../ui/audit/object-history.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox, Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formText, SettingsForm } from '../../ui/forms/settings-form.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { ParamPage, type ParamTabProps } from './param-page.tsx'
import { changesOf, type Register, renamed } from './param-readings.rules.ts'

/** Settings of a parameter, for users with permission. */
export const ParamSettingsPage = (): ReactNode => <ParamPage tab={Settings} />

const Settings = ({ param }: ParamTabProps): ReactNode => {
  const { param: texts } = useTexts()
  const isManager = useHasRole('manager')
  return (
    <>
      <Panel title={texts.settings}>
        {isManager ? (
          param.registerKind === 'computed' ? (
            <ComputedSettings param={param} />
          ) : (
            <ParamSettings param={param} />
          )
        ) : (
          <EmptyState icon={Lock} title={texts.noSettings} help={texts.settingsOfManagers} />
        )}
      </Panel>
      <RetentionPanel paramId={param.id} />
      <ObjectHistory kind="param" id={param.id} />
    </>
  )
}

/** How long readings of one parameter are kept, where that is not as the organization has it. */
const RetentionPanel = ({ paramId }: { paramId: number }): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const ofOrg = useQuery(apiQuery('retention', 'ofOrg', { orgId })).data
  const own = useQuery(apiQuery('retention', 'ofParams', { paramIds: [paramId] }))
  const change = useAction('retention', 'changeOfParams', [['retention']])
  const durationText = (days: number | null): string => (days === null ? texts.forever : texts.keptFor({ count: days }))
  const save = (form: FormData): Promise<boolean> => {
    const text = formText(form, 'days')
    return change.mutateAsync({ paramIds: [paramId], keepDays: text === '' ? null : Number(text) }).then(
      () => {
        toast(texts.saved)
        return true
      },
      () => false,
    )
  }
  return (
    <Panel title={texts.retention}>
      <Loaded query={own}>
        {(found) => {
          const days = found[paramId]?.keepDays ?? null
          const ofAll = ofOrg === undefined ? texts.asOrg : `${texts.asOrg}: ${durationText(ofOrg.keepDays)}`
          if (!isManager) return <p className="px-4 pb-4">{days === null ? ofAll : durationText(days)}</p>
          return (
            <SettingsForm onSave={save} isBusy={change.isPending}>
              <NumberField
                name="days"
                isWhole
                min={1}
                max={36_500}
                label={texts.keepDays}
                hint={texts.keepHintParam({ ofAll })}
                defaultValue={days ?? ''}
              />
              <div className="sm:col-span-2">
                <Notice tone="warning">{texts.shorter}</Notice>
              </div>
            </SettingsForm>
          )
        }}
      </Loaded>
    </Panel>
  )
}

/** Name and formula of a computed parameter, and whether it is recorded. */
const ComputedSettings = ({ param }: { param: AnswerOf<'devices', 'params'>[number] }): ReactNode => {
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

/** Name and value format of a parameter, and whether it is recorded. */
const ParamSettings = ({ param }: { param: AnswerOf<'devices', 'params'>[number] }): ReactNode => {
  const { common, param: texts } = useTexts()
  const language = useLanguage()
  const change = useAction('params', 'change', [['params'], ['devices'], ['values'], ['nets'], ['readings']])
  const { registerKind, valueType, order = 'ABCD' } = param
  const [register, setRegister] = useState<Register>({
    registerKind: registerKind === 'computed' ? 'holding' : registerKind,
    valueType,
    order,
  })
  const save = async (form: FormData): Promise<boolean> => {
    const typed = new Map(
      [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
    )
    try {
      await change.mutateAsync({ paramId: param.id, ...register, ...changesOf(typed, param, language) })
      toast(texts.saved)
      return true
    } catch {
      // The operation shows its errors itself.
      return false
    }
  }
  return (
    <SettingsForm onSave={save} isBusy={change.isPending}>
      <TextField
        label={common.name}
        name="name"
        defaultValue={paramText(param.name, language)}
        maxLength={500}
        required
      />
      <TextField label={texts.label} name="label" defaultValue={param.label} maxLength={50} />
      <TextField label={texts.unit} name="unitName" defaultValue={param.unitName} maxLength={50} />
      <NumberField label={texts.precision} name="precision" isWhole min={0} max={12} defaultValue={param.precision} />
      <NumberField label={texts.multiplier} name="multiplier" defaultValue={param.multiplier} />
      <NumberField label={texts.shift} name="shift" defaultValue={param.shift} />
      <NumberField label={texts.min} name="min" hint={texts.limitsHelp} defaultValue={param.min} />
      <NumberField label={texts.max} name="max" hint={texts.limitsHelp} defaultValue={param.max} />
      <TextField
        label={texts.nanValues}
        name="nanValues"
        hint={texts.nanValuesHelp}
        defaultValue={param.nanValues?.join(', ')}
        maxLength={400}
      />
      <NumberField
        label={texts.rolloverAt}
        name="rolloverAt"
        hint={texts.rolloverAtHelp}
        defaultValue={param.rolloverAt}
      />
      <NumberField label={texts.hourlyMax} name="hourlyMax" hint={texts.hourlyMaxHelp} defaultValue={param.hourlyMax} />
      <NumberField
        label={texts.address}
        name="address"
        isWhole
        min={0}
        max={65_535}
        required
        defaultValue={param.address}
      />
      <Choice
        label={texts.kind}
        name="registerKind"
        value={register.registerKind}
        options={registerKinds.map((one) => [one, one] as const)}
        onChange={(chosen) => setRegister({ ...register, registerKind: chosen })}
      />
      <Choice
        label={texts.type}
        name="valueType"
        value={register.valueType}
        options={valueTypes.map((one) => [one, one] as const)}
        onChange={(chosen) => setRegister({ ...register, valueType: chosen })}
      />
      <Choice
        label={texts.order}
        name="order"
        value={register.order ?? 'ABCD'}
        options={byteOrders.map((one) => [one, one] as const)}
        onChange={(chosen) => setRegister({ ...register, order: chosen })}
      />
      <div className="flex flex-col gap-3 sm:col-span-2">
        <Checkbox label={texts.tracked} hint={texts.trackedHelp} name="isTracked" defaultChecked={param.isTracked} />
        <Checkbox label={texts.programmable} name="isProgrammable" defaultChecked={param.isProgrammable} />
      </div>
    </SettingsForm>
  )
}
