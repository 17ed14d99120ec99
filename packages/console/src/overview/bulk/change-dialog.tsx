import { type ReactNode, useState } from 'react'
import type { RequestOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'
import { BulkForm } from './bulk-form.tsx'
import { ChangeList } from './change-list.tsx'
import { useBulk } from './use-bulk.ts'

const functions = ['normal', 'always-6', 'always-16'] as const
type NoChange = 'stays'

/** Changes how many devices are read and written. */
export const ChangeDialog = ({ deviceIds, onClose, onDone }: BulkDialogProps): ReactNode => {
  const { many } = useTexts()
  const { orgId } = useOrg()
  const [period, setPeriod] = useState('')
  const [groupSize, setGroupSize] = useState('')
  const [retries, setRetries] = useState('')
  const [reading, setReading] = useState<NoChange | 'on' | 'off'>('stays')
  const [writing, setWriting] = useState<NoChange | (typeof functions)[number]>('stays')
  const { plan, error, isBusy, preview, act, back } = useBulk('changeDevices')
  const changes = {
    ...(period !== '' && { updatePeriodSec: Number(period) }),
    ...(groupSize !== '' && { readGroupSize: Number(groupSize) }),
    ...(retries !== '' && { modbusTimeoutRetriesNum: Number(retries) }),
    ...(reading !== 'stays' && { enabled: reading === 'on' }),
    ...(writing !== 'stays' && { writeFunction: writing }),
  }
  const request: RequestOf<'bulk', 'changeDevices'> = { orgId, deviceIds: [...deviceIds], changes }
  const change = async (): Promise<void> => {
    if (!(await act(request))) return
    toast(many.changed({ count: plan?.devices.length ?? 0 }))
    onDone()
  }
  const field = (label: string, value: string, set: (text: string) => void, min: number, max: number): ReactNode => (
    <NumberField label={label} hint={many.emptyStays} isWhole min={min} max={max} value={value} onChange={set} />
  )
  return (
    <BulkForm
      title={many.changeTitle({ count: deviceIds.length })}
      isPlanned={plan !== null}
      isEmpty={plan === null ? Object.keys(changes).length === 0 : plan.devices.length === 0}
      error={error}
      isBusy={isBusy}
      act={many.changeTitle({ count: plan?.devices.length ?? 0 })}
      onPreview={() => void preview(request)}
      onAct={() => void change()}
      onBack={back}
      onClose={onClose}
    >
      {plan === null ? (
        <div className="grid gap-4 sm:grid-cols-2">
          {field(many.period, period, setPeriod, 1, 86_400)}
          {field(many.groupSize, groupSize, setGroupSize, 1, 255)}
          {field(many.retries, retries, setRetries, 0, 10)}
          <Choice
            label={many.reading}
            value={reading}
            options={[
              ['stays', many.stays],
              ['on', many.readingOn],
              ['off', many.readingOff],
            ]}
            onChange={setReading}
          />
          <Choice
            label={many.writeFunction}
            value={writing}
            options={[['stays', many.stays], ...functions.map((one) => [one, one] as const)]}
            onChange={setWriting}
          />
        </div>
      ) : (
        <ChangeList devices={plan.devices} />
      )}
    </BulkForm>
  )
}
