import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

/** Makes a template with one register, and goes to its table. */
export const NewTemplateButton = (): ReactNode => {
  const { common, library } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const create = useAction('templates', 'create', [['templates']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    create.mutate(
      {
        orgId,
        name: formText(form, 'name'),
        manufacturer: formText(form, 'manufacturer'),
        version: '1',
        readGroupSize: 60,
        writeFunction: 'normal',
        paramTemplates: [
          { name: formText(form, 'first'), address: 0, registerKind: 'holding', valueType: 'u16', isTracked: true },
        ],
      },
      { onSuccess: ({ id }) => void navigate({ to: '/library/$id', params: { id } }) },
    )
  }
  return (
    <>
      <Button variant="primary" icon={Plus} isChange onClick={() => setIsOpen(true)}>
        {library.create}
      </Button>
      <Dialog title={library.create} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-quiet">{library.createHelp}</p>
          <TextField label={library.family} name="name" required maxLength={200} />
          <TextField label={library.maker} name="manufacturer" required maxLength={200} />
          <TextField label={library.firstRegister} name="first" required maxLength={500} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={create.isPending}>
              {library.create}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
