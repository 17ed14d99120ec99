import { byteOrders, registerKinds, valueTypes } from '@busbar/modbus'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox, Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { SettingsForm } from '../../ui/forms/settings-form.tsx'
import { changesOf, type Register } from './changes.rules.ts'

/** What a parameter is called, how its value is worked out, and whether it is kept. */
export const ParamSettings = ({ param }: { param: AnswerOf<'devices', 'params'>[number] }): ReactNode => {
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
