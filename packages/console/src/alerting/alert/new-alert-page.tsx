import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useUnsaved } from '../../data/state/leaving.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { AlertForm } from '../form/alert-form.tsx'
import { type AlertDraft, isSameDraft, newDraft } from '../form/draft.rules.ts'
import { useSaveAlert } from '../form/use-save-alert.ts'
import { NewTemplate } from '../template/new-template.tsx'
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
