import { type FormEvent, type ReactNode, useState } from 'react'
import { useOrg } from '../../data/api/use-org.tsx'
import { compareNames } from '../../data/format/compare-names.ts'
import { areTagsFine, tagsIn } from '../../devices/tags-in.rules.ts'
import { useCards } from '../../devices/use-cards.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox, TextField } from '../../ui/forms/fields.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'

/** Gives tags to many devices, takes some away, and puts the devices into a group. */
export const TagDialog = ({ deviceIds, onClose, onDone }: BulkDialogProps): ReactNode => {
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
