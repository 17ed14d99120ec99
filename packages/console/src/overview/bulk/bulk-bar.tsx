import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiQuery, type RequestOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { compareNames } from '../../data/format/compare-names.ts'
import { areTagsFine, tagsIn } from '../../devices/tags-in.rules.ts'
import { useCards } from '../../devices/use-cards.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox, Choice, TextField } from '../../ui/forms/fields.tsx'
import type { BulkDialogProps } from './change-dialog.tsx'
import { BulkForm, ChangeDialog, ChangeList, useBulk } from './change-dialog.tsx'
import { ParamsDialog } from './params-dialog.tsx'

/** Gives tags to many devices, takes some away, and puts the devices into a group. */
const TagDialog = ({ deviceIds, onClose, onDone }: BulkDialogProps): ReactNode => {
  const { common, many } = useTexts()
  const { orgId } = useOrg()
  const { devices } = useCards()
  const [typed, setTyped] = useState('')
  const [group, setGroup] = useState('')
  const [removed, setRemoved] = useState<readonly string[]>([])
  const change = useAction('cards', 'changeMany', [['cards']], () => toast(many.changed({ count: deviceIds.length })))
  const present = [...new Set(deviceIds.flatMap((id) => devices.get(id)?.tags ?? []))].toSorted(compareNames)
  const addTags = tagsIn(typed)
  const isWrong = !areTagsFine(addTags)
  const isEmpty = addTags.length === 0 && removed.length === 0 && group.trim() === ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate(
      {
        orgId,
        deviceIds: [...deviceIds],
        addTags,
        removeTags: [...removed],
        ...(group.trim() !== '' && { groupName: group.trim() }),
      },
      { onSuccess: onDone },
    )
  }
  return (
    <Dialog title={many.tagTitle({ count: deviceIds.length })} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={many.addTags}
          hint={many.tagsHelp}
          error={isWrong ? many.problems.tags : undefined}
          value={typed}
          maxLength={900}
          onChange={({ target }) => setTyped(target.value)}
        />
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1 text-sm font-medium">{many.removeTags}</legend>
          {present.length === 0 && <p className="text-quiet">{many.noTags}</p>}
          {present.map((tag) => (
            <Checkbox
              key={tag}
              label={tag}
              checked={removed.includes(tag)}
              onChange={({ target }) =>
                setRemoved(target.checked ? [...removed, tag] : removed.filter((one) => one !== tag))
              }
            />
          ))}
        </fieldset>
        <TextField
          label={many.groupStays}
          value={group}
          maxLength={100}
          onChange={({ target }) => setGroup(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={change.isPending} disabled={isWrong || isEmpty}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Deletes many devices, after what goes with them was read and their number was typed. */
const DeleteDialog = ({ deviceIds, onClose, onDone }: BulkDialogProps): ReactNode => {
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

/** Actions on the selected devices. */
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
