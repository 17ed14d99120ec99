import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useUnsaved } from '../../data/state/leaving.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { AlertForm, useSaveAlert } from '../form/alert-form.tsx'
import { type AlertDraft, isSameDraft, newDraft } from '../form/draft.rules.ts'
import { templateFields } from '../template/template-draft.rules.ts'
import { BackTestPanel } from './back-test-panel.tsx'

/** Makes an alert for one value, `?param=7` begins with that parameter; or, `?for=kind`, one for all devices of a kind. */
export const NewAlertPage = (): ReactNode => {
  const { param, for: whom = 'value' } = useSearch({ from: '/shell/alerts/new' })
  const { alerts, alertTemplates } = useTexts()
  const navigate = useNavigate()
  return (
    <Page title={alerts.newAlert}>
      <div className="max-w-xl">
        <Segmented
          label={alertTemplates.forWhat}
          value={whom}
          options={[
            ['value', alertTemplates.forValue],
            ['kind', alertTemplates.forKind],
          ]}
          onChange={(one) =>
            void navigate({ to: '/alerts/new', search: one === 'kind' ? { for: 'kind' } : {}, replace: true })
          }
        />
      </div>
      {whom === 'kind' ? <NewTemplate /> : <NewAlert paramId={param ?? null} />}
    </Page>
  )
}

const NewAlert = ({ paramId }: { paramId: number | null }): ReactNode => {
  const { alertForm } = useTexts()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<AlertDraft>(() => newDraft(paramId))
  const [empty] = useState(draft)
  useUnsaved(!isSameDraft(draft, empty))
  const { errors, setErrors, isBusy, save } = useSaveAlert(null)
  const onSave = (): void =>
    save(draft, (id) => {
      toast(alertForm.created({ name: draft.name.trim() }))
      void navigate({ to: '/alerts/$id', params: { id }, ignoreBlocker: true })
    })
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
      <Panel title={alertForm.settings}>
        <AlertForm
          draft={draft}
          onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
          errors={errors}
          isBusy={isBusy}
          isDisabled={false}
          saved={null}
          onSave={onSave}
        />
      </Panel>
      <BackTestPanel draft={draft} onErrors={setErrors} />
    </div>
  )
}

/** Makes an alert for all devices of a kind. */
const NewTemplate = (): ReactNode => {
  const { alertForm, alertTemplates: texts } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const lang = serviceLanguage(useLanguage())
  const { kind = 0 } = useSearch({ from: '/shell/alerts/new' })
  const [templateId, setTemplateId] = useState(kind)
  const [draft, setDraft] = useState<AlertDraft>(() => newDraft(null))
  const [empty] = useState(draft)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  useUnsaved(!isSameDraft(draft, empty))
  const templates = useQuery(apiQuery('templates', 'list', {}))
  const params = useQuery({
    ...apiQuery('alertTemplates', 'params', { orgId, templateId, lang }),
    enabled: templateId > 0,
  })
  const create = useAction('alertTemplates', 'create', [['alertTemplates'], ['alerts']], ({ result }, { name }) => {
    if (result === 'success') toast(alertForm.created({ name }))
  })
  const choose = (id: number): void => {
    setTemplateId(id)
    // Places of parameters are those of another kind.
    setDraft((before) => ({ ...before, conditions: before.conditions.map((one) => ({ ...one, paramId: null })) }))
  }
  const onSave = (): void =>
    create.mutate(
      { orgId, templateId, ...templateFields(draft, params.data ?? []) },
      {
        onSuccess: (made) => {
          setErrors(made.errors)
          if (made.result !== 'success') return
          void navigate({ to: '/alerts/templates/$id', params: { id: made.id }, ignoreBlocker: true })
        },
      },
    )
  return (
    <Panel title={alertForm.settings}>
      <div className="flex max-w-xl flex-col gap-2 px-4 pb-2">
        <p className="text-sm text-quiet">{texts.help}</p>
        <Loaded query={templates}>
          {(found) => (
            <Choice<number>
              label={texts.kind}
              value={templateId}
              options={[
                [0, texts.chooseKind],
                ...found.map(
                  ({ id, name, manufacturer, version }) => [id, `${manufacturer} ${name}, ${version}`] as const,
                ),
              ]}
              onChange={choose}
            />
          )}
        </Loaded>
      </div>
      {templateId > 0 && (
        <Loaded query={params}>
          {(kindParams) => (
            <AlertForm
              draft={draft}
              onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
              errors={errors}
              isBusy={create.isPending}
              isDisabled={false}
              saved={null}
              kindParams={kindParams}
              saveText={texts.create}
              onSave={onSave}
            />
          )}
        </Loaded>
      )}
    </Panel>
  )
}
