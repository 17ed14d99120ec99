import type { Vis } from '@busbar/diagrams'
import { useNavigate } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { ObjectHistory } from '../../ui/audit/object-history.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

const charsMax = 200

/** Name and place of a diagram, with deletion at the end. */
export const PictureSettings = ({ vis }: { vis: Vis }): ReactNode => {
  const { common, pictures } = useTexts()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const change = useAction('visualizations', 'change', [['visualizations']])
  const copy = useAction('visualizations', 'duplicate', [['visualizations']])
  const remove = useAction('visualizations', 'delete', [['visualizations', 'overview']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [name, group] = [formText(form, 'name').trim(), formText(form, 'group').trim()]
    change.mutate({ visId: vis.id, name, group }, { onSuccess: () => setIsOpen(false) })
  }
  const open = ({ id }: { id: number }): void => {
    setIsOpen(false)
    void navigate({ to: '/pictures/$id', params: { id } })
  }
  const leave = (): void => void navigate({ to: '/pictures' })
  return (
    <>
      <Button icon={Settings} onClick={() => setIsOpen(true)}>
        {pictures.settings}
      </Button>
      <Dialog title={pictures.settings} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextField
            name="name"
            label={common.name}
            defaultValue={vis.name}
            maxLength={charsMax}
            pattern=".*\S.*"
            required
          />
          <TextField
            name="group"
            label={pictures.group}
            hint={pictures.groupHelp}
            defaultValue={vis.group}
            maxLength={charsMax}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button
              isChange
              isBusy={copy.isPending}
              onClick={() => copy.mutate({ visId: vis.id }, { onSuccess: open })}
            >
              {pictures.duplicate}
            </Button>
            <ConfirmButton
              act={pictures.delete}
              question={pictures.deleteQuestion}
              variant="danger"
              isBusy={remove.isPending}
              onConfirm={() => remove.mutate({ visId: vis.id }, { onSuccess: leave })}
            />
            <Button type="submit" variant="primary" isBusy={change.isPending}>
              {common.save}
            </Button>
          </div>
        </form>
        <div className="mt-4">
          <ObjectHistory kind="vis" id={vis.id} />
        </div>
      </Dialog>
    </>
  )
}
