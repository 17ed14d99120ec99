import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'
import { useBulk } from './use-bulk.ts'

/** Deletes many devices, after what goes with them was read and their number was typed. */
export const DeleteDialog = ({ deviceIds, onClose, onDone }: BulkDialogProps): ReactNode => {
  const { common, deletion, many } = useTexts()
  const { orgId } = useOrg()
  const [typed, setTyped] = useState('')
  const request = { orgId, deviceIds: [...deviceIds] }
  const losses = useQuery(apiQuery('bulk', 'deleteDevices', { ...request, isTrial: true }))
  const { error, isBusy, act } = useBulk('deleteDevices')
  const isConfirmed = typed.trim() === String(deviceIds.length)
  const remove = async (): Promise<void> => {
    if (!(await act(request))) return
    toast(many.removed({ count: deviceIds.length }))
    onDone()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isConfirmed) void remove()
  }
  return (
    <Dialog title={many.removeTitle({ count: deviceIds.length })} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Loaded query={losses}>
          {({ devices }) => (
            <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
              {devices.map(({ deviceId, name, params, alerts }) => (
                <li key={deviceId} className="flex flex-wrap justify-between gap-x-3">
                  <span className="font-medium break-words">{name}</span>
                  <span className="text-quiet">{many.losses({ params: String(params), alerts: String(alerts) })}</span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <p className="font-semibold">{deletion.forGood}</p>
        <TextField
          label={many.typeCount({ count: String(deviceIds.length) })}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        {error !== null && <Notice tone="critical">{error}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="danger" disabled={!isConfirmed} isBusy={isBusy}>
            {many.remove}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
