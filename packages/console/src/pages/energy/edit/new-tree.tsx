import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useOrg } from '../../../api/use-org.tsx'
import { useOwnZone } from '../../../state/preferences.ts'
import { nameToday } from '../../../state/time-zones.rules.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/actions/dialog.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { TextField } from '../../../ui/forms/fields.tsx'
import { formText } from '../../../ui/forms/settings-form.tsx'
import { TimeZoneChoice } from '../../../ui/forms/time-zone-choice.tsx'

/** Makes a tree, and goes to where it is put together. */
export const NewTree = (): ReactNode => {
  const zone = useOwnZone()
  const { common, energyEdit: texts } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [timeZone, setTimeZone] = useState(nameToday(zone))
  const create = useAction('trees', 'create', [['trees']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = formText(new FormData(event.currentTarget), 'name').trim()
    create.mutate(
      { orgId, name, timeZone },
      { onSuccess: ({ id }) => void navigate({ to: '/energy/$treeId/edit', params: { treeId: id } }) },
    )
  }
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        {texts.newTree}
      </Button>
      <Dialog title={texts.newTree} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextField name="name" label={common.name} maxLength={200} pattern=".*\S.*" required />
          <TimeZoneChoice label={texts.timeZone} value={timeZone} onChange={setTimeZone} />
          <p className="text-sm text-quiet">{texts.timeZoneHelp}</p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={create.isPending}>
              {texts.create}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
