import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery, type RequestOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'
import { BulkForm } from './bulk-form.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ChangeList } from './change-list.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ParamsDialog } from './params-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { useBulk } from './use-bulk.ts'

/** Moves many devices to another network of the organization. */
const MoveDialog = ({ deviceIds, onClose, onDone }: BulkDialogProps): ReactNode => {
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

export interface BulkBarProps {
  deviceIds: readonly number[]
  onClear: () => void
}

const dialogs = {
  change: ChangeDialog,
  move: MoveDialog,
  tag: TagDialog,
  params: ParamsDialog,
  remove: DeleteDialog,
} as const
type BulkAction = keyof typeof dialogs

/** What can be done with the devices that are selected. */
export const BulkBar = ({ deviceIds, onClear }: BulkBarProps): ReactNode => {
  const { many } = useTexts()
  const [act, setAct] = useState<BulkAction | null>(null)
  const OpenDialog = act === null ? null : dialogs[act]
  const done = (): void => {
    setAct(null)
    onClear()
  }
  return (
    <div
      role="toolbar"
      aria-label={many.actions}
      className="flex flex-wrap items-center gap-2 border-t border-line bg-selected px-4 py-2"
    >
      <span className="mr-2 text-sm font-medium" role="status">
        {many.selected({ count: deviceIds.length })}
      </span>
      {(['change', 'move', 'tag', 'params'] as const).map((one) => (
        <Button key={one} onClick={() => setAct(one)}>
          {many[one]}
        </Button>
      ))}
      <Button variant="danger" onClick={() => setAct('remove')}>
        {many.remove}
      </Button>
      <Button variant="quiet" onClick={onClear}>
        {many.clear}
      </Button>
      {OpenDialog !== null && <OpenDialog deviceIds={deviceIds} onClose={() => setAct(null)} onDone={done} />}
    </div>
  )
}
