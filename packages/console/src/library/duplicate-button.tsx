import { useNavigate } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { TextField } from '../ui/forms/fields.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import type { Template } from './import.rules.ts'

/** A template of the organization's own that begins as this one. */
export const DuplicateButton = ({ template }: { template: Template }): ReactNode => {
  const { common, library } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const create = useAction('templates', 'create', [['templates']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const { manufacturer, kind, skus, readGroupSize, writeFunction, paramTemplates } = template
    create.mutate(
      {
        orgId,
        name: formText(form, 'name'),
        version: formText(form, 'version'),
        manufacturer,
        ...(kind !== undefined && { kind }),
        skus,
        readGroupSize,
        writeFunction,
        paramTemplates,
      },
      {
        onSuccess: ({ id }) => {
          setIsOpen(false)
          void navigate({ to: '/library/$id', params: { id } })
        },
      },
    )
  }
  return (
    <>
      <Button
        variant={template.orgId === undefined ? 'primary' : 'plain'}
        icon={Copy}
        isChange
        onClick={() => setIsOpen(true)}
      >
        {library.duplicate}
      </Button>
      <Dialog title={library.duplicateTitle} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-quiet">{library.duplicateHelp}</p>
          <TextField label={library.family} name="name" required maxLength={200} defaultValue={template.name} />
          <TextField
            label={library.version}
            name="version"
            required
            maxLength={200}
            defaultValue={library.copyOf({ version: template.version })}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={create.isPending}>
              {library.duplicate}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
