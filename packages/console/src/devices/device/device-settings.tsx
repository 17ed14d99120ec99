import { type ReactNode, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formText, SettingsForm, slugRules } from '../../ui/forms/settings-form.tsx'

type Device = AnswerOf<'devices', 'get'>

/** What a device is called, and how it is read and written. */
export const DeviceSettings = ({ device }: { device: Device }): ReactNode => {
  const { common, device: texts } = useTexts()
  const [writeFunction, setWriteFunction] = useState(device.writeFunction)
  const [isSlugTaken, setIsSlugTaken] = useState(false)
  const change = useAction('devices', 'change', [['devices'], ['nets'], ['links']])
  const save = async (form: FormData): Promise<boolean> => {
    const number = (name: string): number => Number(form.get(name))
    setIsSlugTaken(false)
    try {
      await change.mutateAsync({
        deviceId: device.id,
        name: formText(form, 'name'),
        slug: formText(form, 'slug'),
        modbusUnitId: number('modbusUnitId'),
        updatePeriodSec: number('updatePeriodSec'),
        readGroupSize: number('readGroupSize'),
        modbusTimeoutRetriesNum: number('modbusTimeoutRetriesNum'),
        writeFunction,
      })
      toast(texts.saved)
      return true
    } catch (error) {
      setIsSlugTaken(error instanceof ApiError && error.message.includes('slug'))
      return false
    }
  }
  const integerInput = { isWhole: true, required: true } as const
  return (
    <SettingsForm onSave={save} isBusy={change.isPending}>
      <TextField label={common.name} name="name" defaultValue={device.name} maxLength={200} required />
      <TextField
        label={common.slug}
        hint={common.slugHelp}
        error={isSlugTaken ? common.slugTaken : undefined}
        name="slug"
        {...slugRules}
        defaultValue={device.slug}
      />
      <NumberField
        label={texts.unitId}
        name="modbusUnitId"
        {...integerInput}
        min={0}
        max={255}
        defaultValue={device.modbusUnitId}
      />
      <NumberField
        label={texts.period}
        name="updatePeriodSec"
        {...integerInput}
        min={1}
        max={86_400}
        defaultValue={device.updatePeriodSec}
      />
      <NumberField
        label={texts.groupSize}
        name="readGroupSize"
        {...integerInput}
        min={1}
        max={255}
        defaultValue={device.readGroupSize}
      />
      <NumberField
        label={texts.retries}
        name="modbusTimeoutRetriesNum"
        {...integerInput}
        min={0}
        max={10}
        defaultValue={device.modbusTimeoutRetriesNum}
      />
      <Choice
        label={texts.writeFunction}
        name="writeFunction"
        value={writeFunction}
        options={[
          ['normal', texts.normal],
          ['always-6', texts.always6],
          ['always-16', texts.always16],
        ]}
        onChange={setWriteFunction}
      />
    </SettingsForm>
  )
}
