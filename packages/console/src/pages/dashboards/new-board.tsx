import { useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAct } from '../../ui/actions/use-act.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

const nameMax = 200

/** Makes a dashboard besides the default one, and goes there. */
export const NewBoard = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode => {
  const { common, dashboards } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const create = useAct('dashboards', 'create', [['boards', 'list']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = formText(new FormData(event.currentTarget), 'name').trim()
    create.mutate(
      { orgId, name },
      {
        onSuccess: ({ id }) => {
          onClose()
          void navigate({ to: '/dashboards/$id', params: { id }, search: { edit: true } })
        },
      },
    )
  }
  return (
    <Dialog title={dashboards.new} isOpen={isOpen} onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField name="name" label={common.name} maxLength={nameMax} pattern=".*\S.*" required autoFocus />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" isBusy={create.isPending}>
            {dashboards.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
