import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery, type RequestOf } from '../../../api/api-query.ts'
import { useOrg } from '../../../api/use-org.tsx'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { toast } from '../../../ui/feedback/toasts.tsx'
import { Choice } from '../../../ui/forms/fields.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'
import { BulkForm } from './bulk-form.tsx'
import { ChangeList } from './change-list.tsx'
import { useBulk } from './use-bulk.ts'

/** Moves many devices to another network of the organization. */
export const MoveDialog = ({ deviceIds, onClose, onDone }: BulkDialogProps): ReactNode => {
  const { common, many } = useTexts()
  const { orgId } = useOrg()
  const nets = useQuery(apiQuery('nets', 'list', { orgId })).data ?? []
  const [netId, setNetId] = useState(0)
  const { plan, error, isBusy, preview, act, back } = useBulk('changeDevices')
  const request: RequestOf<'bulk', 'changeDevices'> = { orgId, deviceIds: [...deviceIds], changes: { netId } }
  const move = async (): Promise<void> => {
    if (!(await act(request))) return
    toast(many.changed({ count: plan?.devices.length ?? 0 }))
    onDone()
  }
  return (
    <BulkForm
      title={many.moveTitle({ count: deviceIds.length })}
      isPlanned={plan !== null}
      isEmpty={plan === null ? netId === 0 : plan.devices.length === 0}
      error={error}
      isBusy={isBusy}
      act={many.moveTitle({ count: plan?.devices.length ?? 0 })}
      onPreview={() => void preview(request)}
      onAct={() => void move()}
      onBack={back}
      onClose={onClose}
    >
      {plan === null ? (
        <>
          <Choice
            label={many.network}
            value={netId}
            options={[[0, common.none], ...nets.map(({ id, name }) => [id, name] as const)]}
            onChange={setNetId}
          />
          <p className="text-quiet">{many.moveHelp}</p>
        </>
      ) : (
        <ChangeList devices={plan.devices} />
      )}
    </BulkForm>
  )
}
