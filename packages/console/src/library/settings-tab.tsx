import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { apiQuery, call } from '../data/api/api-query.ts'
import { useHasRole } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { DeleteButton, useDelete } from '../ui/actions/delete-button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { ObjectHistory } from '../ui/audit/object-history.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { NoPermission } from '../ui/feedback/no-permission.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../ui/forms/fields.tsx'
import { NumberField } from '../ui/forms/number-field.tsx'
import { formText, SettingsForm } from '../ui/forms/settings-form.tsx'
import { Panel } from '../ui/layout/page.tsx'
import type { Template, TemplateKind } from './library.rules.ts'

/** Name and poll settings of a template, with deletion at the end. */
export const SettingsTab = (): ReactNode => {
  const { id } = useParams({ from: '/shell/library/$id' })
  const isManager = useHasRole('manager')
  const template = useQuery(apiQuery('templates', 'get', { templateId: id }))
  if (!isManager) return <NoPermission role="manager" />
  return (
    <Loaded query={template}>
      {(found) =>
        found.orgId === undefined ? null : (
          <>
            <Identification key={id} template={found} />
            <ObjectHistory kind="template" id={found.id} />
            <DeleteTemplate template={found} />
          </>
        )
      }
    </Loaded>
  )
}

const Identification = ({ template }: { template: Template }): ReactNode => {
  const { library, param } = useTexts()
  const [kind, setKind] = useState<TemplateKind>(template.kind ?? 'other')
  const [writeFunction, setWriteFunction] = useState(template.writeFunction)
  const change = useAction('templates', 'change', [['templates'], ['templateUse']])
  const save = async (form: FormData): Promise<boolean> => {
    const sent = {
      templateId: template.id,
      name: formText(form, 'name'),
      manufacturer: formText(form, 'manufacturer'),
      version: formText(form, 'version'),
      skus: formText(form, 'skus')
        .split(/[\s,;]+/)
        .filter(Boolean),
      readGroupSize: Number(formText(form, 'readGroupSize')),
      kind,
      writeFunction,
    }
    try {
      await change.mutateAsync(sent)
    } catch {
      return false
    }
    toast(param.saved)
    return true
  }
  const kinds = Object.entries(library.kinds) as [TemplateKind, string][]
  const functions = Object.entries(library.writeFunctions) as [Template['writeFunction'], string][]
  return (
    <Panel title={library.settings}>
      <SettingsForm onSave={save} isBusy={change.isPending}>
        <TextField label={library.family} name="name" required maxLength={200} defaultValue={template.name} />
        <TextField
          label={library.maker}
          name="manufacturer"
          required
          maxLength={200}
          defaultValue={template.manufacturer}
        />
        <TextField label={library.version} name="version" required maxLength={200} defaultValue={template.version} />
        <Choice label={library.kind} name="kind" value={kind} options={kinds} onChange={setKind} />
        <TextField label={library.skus} name="skus" hint={library.skusHelp} defaultValue={template.skus.join(' ')} />
        <NumberField
          label={library.readGroupSize}
          name="readGroupSize"
          isWhole
          min={1}
          max={255}
          required
          hint={library.readGroupSizeHelp}
          defaultValue={template.readGroupSize}
        />
        <Choice
          label={library.writeFunction}
          name="writeFunction"
          value={writeFunction}
          options={functions}
          onChange={setWriteFunction}
        />
      </SettingsForm>
    </Panel>
  )
}

const DeleteTemplate = ({ template: { id: templateId, name } }: { template: Template }): ReactNode => {
  const { library } = useTexts()
  const remove = useDelete({
    act: () => call('templates', 'delete', { templateId }),
    to: { to: '/library' },
    done: library.deleted,
  })
  return (
    <Panel title={library.deleteTemplate} className="border-critical-line!">
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3 p-4">
        <p className="max-w-prose text-quiet">{library.deleteHelp}</p>
        <DeleteButton
          act={library.deleteTemplate}
          name={name}
          isTyped
          onDelete={() => remove.mutate()}
          isBusy={remove.isPending}
          error={remove.error}
        >
          <p className="my-2">{library.deleteHelp}</p>
        </DeleteButton>
      </div>
    </Panel>
  )
}
