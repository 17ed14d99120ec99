import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useOrg } from '../../api/use-org.tsx'
import { drawPicture } from '../../pictures/model/draw-picture.ts'
import { emptyModel } from '../../pictures/model/picture-model.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAct } from '../../ui/actions/use-act.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

const charsMax = 200

/** Makes an empty picture and opens it in the editor. */
export const NewPicture = (): ReactNode => {
  const { common, pictures } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const create = useAct('visualizations', 'create', [['visualizations', 'overview']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [name, group] = [formText(form, 'name').trim(), formText(form, 'group').trim()]
    const source = drawPicture(emptyModel, new Map())
    const open = ({ id }: { id: number }): void => void navigate({ to: '/pictures/$id/edit', params: { id } })
    create.mutate({ orgId, name, group, source, updatePeriodSec: 5 }, { onSuccess: open })
  }
  return (
    <>
      <Button icon={Plus} variant="primary" onClick={() => setIsOpen(true)}>
        {pictures.new}
      </Button>
      <Dialog title={pictures.new} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextField name="name" label={common.name} maxLength={charsMax} pattern=".*\S.*" required />
          <TextField name="group" label={pictures.group} hint={pictures.groupHelp} maxLength={charsMax} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={create.isPending}>
              {pictures.draw}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
