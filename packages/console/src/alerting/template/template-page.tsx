import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useUnsaved } from '../../data/state/leaving.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { AlertForm } from '../form/alert-form.tsx'
import type { KindParam } from '../form/condition-fields.tsx'
import { isSameDraft } from '../form/draft.rules.ts'
import { DevicesPanel } from './devices-panel.tsx'
import { TemplateActions } from './template-actions.tsx'
import { type AlertTemplate, templateDraftOf, templateFields } from './template-draft.rules.ts'

/** An alert for all devices of a kind: the devices with their alerts and exceptions, and what it is. */
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
