import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useUnsaved } from '../../data/state/leaving.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Radio } from '../../ui/forms/fields.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { AlertForm } from '../form/alert-form.tsx'
import type { KindParam } from '../form/condition-fields.tsx'
import { isSameDraft } from '../form/draft.rules.ts'
import { DevicesPanel } from './devices-panel.tsx'
import { type AlertTemplate, templateDraftOf, templateFields } from './template-draft.rules.ts'

/** Alert for all devices of a type: its definition, and the devices with their alerts and overrides. */
export const AlertTemplatePage = (): ReactNode => {
  const { id } = useParams({ from: '/shell/alerts/templates/$id' })
  const { alerts, alertTemplates: texts } = useTexts()
  const { orgId } = useOrg()
  const lang = serviceLanguage(useLanguage())
  const template = useQuery({
    ...apiQuery('alertTemplates', 'get', { orgId, alertTemplateId: id }),
    refetchInterval: refetchEvery(30_000),
  })
  const templateId = template.data?.templateId ?? 0
  const params = useQuery({
    ...apiQuery('alertTemplates', 'params', { orgId, templateId, lang }),
    enabled: templateId > 0,
  })
  return (
    <Page
      title={template.data?.name ?? texts.title}
      badge={template.data?.isEnabled === false && <Badge tone="muted">{alerts.off}</Badge>}
      actions={template.data && <TemplateActions template={template.data} />}
    >
      <Loaded query={template}>
        {(found) => (
          <>
            <p className="-mt-2 text-sm text-quiet">{texts.forAll({ kind: found.templateName })}</p>
            <DevicesPanel template={found} params={params.data ?? []} />
            <Loaded query={params}>{(known) => <Editor key={found.id} template={found} params={known} />}</Loaded>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Editor = ({ template, params }: { template: AlertTemplate; params: readonly KindParam[] }): ReactNode => {
  const { alertForm, alertTemplates: texts } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const [draft, setDraft] = useState(() => templateDraftOf(template, params))
  const [stored, setStored] = useState(draft)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  useUnsaved(isManager && !isSameDraft(draft, stored))
  const change = useAction('alertTemplates', 'change', [['alertTemplates'], ['alerts']], ({ result }) => {
    if (result === 'success') toast(texts.changed)
  })
  const onSave = (): void =>
    change.mutate(
      { orgId, alertTemplateId: template.id, ...templateFields(draft, params) },
      {
        onSuccess: ({ result, errors: wrong }) => {
          setErrors(wrong)
          if (result === 'success') setStored(draft)
        },
      },
    )
  return (
    <Panel title={alertForm.settings}>
      <AlertForm
        draft={draft}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        errors={errors}
        isBusy={change.isPending}
        isDisabled={!isManager}
        saved={null}
        kindParams={params}
        saveText={texts.saveAll}
        onSave={onSave}
      />
    </Panel>
  )
}

/** Actions on a template. */
const TemplateActions = ({ template: { id, name, isEnabled } }: { template: AlertTemplate }): ReactNode => {
  const { alertForm } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const change = useAction('alertTemplates', 'changeDisable', [['alertTemplates'], ['alerts']])
  const turn = (enabled: boolean): void => change.mutate({ orgId, alertTemplateId: id, enabled })
  if (!isManager) return null
  return (
    <>
      {isEnabled ? (
        <ConfirmButton
          act={alertForm.switchOff}
          question={alertForm.switchOffQuestion}
          isBusy={change.isPending}
          onConfirm={() => turn(false)}
        />
      ) : (
        <Button disabled={change.isPending} onClick={() => turn(true)}>
          {alertForm.switchOn}
        </Button>
      )}
      <DeleteTemplate id={id} name={name} />
    </>
  )
}

/** Asks whether to delete the alerts of the template too. */
const DeleteTemplate = ({ id, name }: { id: number; name: string }): ReactNode => {
  const { alertForm, alertTemplates: texts, common } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [alerts, setAlerts] = useState<'delete' | 'keep'>('keep')
  const remove = useAction('alertTemplates', 'delete', [['alertTemplates', 'list'], ['alerts']], () =>
    toast(alertForm.deleted({ name })),
  )
  const onDelete = (): void =>
    remove.mutate(
      { orgId, alertTemplateId: id, alerts },
      {
        onSuccess: () => void navigate({ to: '/alerts/all', ignoreBlocker: true }),
      },
    )
  return (
    <>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        {alertForm.delete}
      </Button>
      <Dialog title={texts.deleteOf({ name })} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2">{texts.whatOfAlerts}</legend>
          {(['keep', 'delete'] as const).map((one) => (
            <Radio
              key={one}
              name="alerts"
              label={texts.fates[one]}
              hint={texts.fateHelp[one]}
              checked={alerts === one}
              onChange={() => setAlerts(one)}
            />
          ))}
        </fieldset>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
          <Button variant="danger" isBusy={remove.isPending} onClick={onDelete}>
            {alertForm.delete}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
