import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, apiQuery, call } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { DeleteButton, Losses, useDelete } from '../../ui/actions/delete-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { ObjectHistory } from '../../ui/audit/object-history.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formText, SettingsForm, slugRules } from '../../ui/forms/settings-form.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { CardPanel } from '../card-panel.tsx'

/** Settings of a device, with deletion at the end. */
export const SettingsTab = (): ReactNode => {
  const { id: deviceId } = useParams({ from: '/shell/devices/$id' })
  const { device: texts } = useTexts()
  const isManager = useHasRole('manager')
  const device = useQuery(apiQuery('devices', 'get', { deviceId }))
  if (!isManager) return <NoPermission role="manager" />
  return (
    <Loaded query={device}>
      {(found) => (
        <>
          <Panel title={texts.settings}>
            <DeviceSettings key={deviceId} device={found} />
          </Panel>
          <CardPanel key={`card ${deviceId}`} of={{ deviceId }} name={found.name} />
          <ObjectHistory kind="device" id={deviceId} />
          <DeleteDevice device={found} />
        </>
      )}
    </Loaded>
  )
}

/** The end of a device, with its past. */
const DeleteDevice = ({ device: { id, netId, name } }: { device: AnswerOf<'devices', 'get'> }): ReactNode => {
  const { device } = useTexts()
  const params = useQuery(apiQuery('devices', 'params', { deviceId: id }))
  const remove = useDelete({
    act: () => call('devices', 'delete', { deviceId: id }),
    to: { to: '/nets/$id', params: { id: netId } },
    done: device.deleted({ name }),
  })
  return (
    <Panel title={device.delete} className="border-critical-line!">
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3 p-4">
        <p className="max-w-prose text-quiet">{device.deleteHelp}</p>
        <DeleteButton
          act={device.delete}
          name={name}
          isTyped
          onDelete={() => remove.mutate()}
          isBusy={remove.isPending}
          error={remove.error}
        >
          <Losses params={params.data?.length} />
        </DeleteButton>
      </div>
    </Panel>
  )
}

type Device = AnswerOf<'devices', 'get'>

/** Name and poll settings of a device. */
const DeviceSettings = ({ device }: { device: Device }): ReactNode => {
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
