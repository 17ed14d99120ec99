import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAct } from '../../ui/actions/use-act.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

const nameMax = 200

/** Makes a dashboard besides the default one, and goes there. */
export const NewBoard = (): ReactNode => {
  const { common, dashboards } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const create = useAct('dashboards', 'create', [['dashboards', 'list']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = formText(new FormData(event.currentTarget), 'name').trim()
    create.mutate(
      { orgId, name },
      {
        onSuccess: ({ id }) => {
          setIsOpen(false)
          void navigate({ to: '/dashboards/$id', params: { id } })
        },
      },
    )
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{dashboards.new}</Button>
      <Dialog title={dashboards.new} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextField name="name" label={common.name} maxLength={nameMax} pattern=".*\S.*" required />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" disabled={create.isPending}>
              {dashboards.create}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
