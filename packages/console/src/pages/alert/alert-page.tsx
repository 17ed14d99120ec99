import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { AlertLog } from '../../alerts/alert-log.tsx'
import { type AnswerOf, ask } from '../../api/ask.ts'
import { useMay } from '../../api/use-org.tsx'
import { useUnsaved } from '../../state/leaving.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { AlertActions } from './alert-actions.tsx'
import { AlertWarnings } from './alert-warnings.tsx'
import { BackTestPanel } from './back-test/back-test-panel.tsx'
import { DependenciesPanel } from './dependencies-panel.tsx'
import { AlertForm } from './form/alert-form.tsx'
import { type AlertDraft, draftOf, isSameDraft } from './form/draft.rules.ts'
import { useSaveAlert } from './form/use-save-alert.ts'
import { QuietPanel } from './quiet/quiet-panel.tsx'
import { StatusPanel } from './status-panel.tsx'

/** An alert: how it stands, what it is, what it would have done, and what became of it. */
export const AlertPage = (): ReactNode => {
  const { id: alertId } = useParams({ from: '/shell/alerts/$id' })
  const { alertForm } = useTexts()
  const alert = useQuery(ask('alerts', 'get', { alertId }))
  return (
    <Page title={alert.data?.name ?? alertForm.alert} actions={alert.data && <AlertActions alert={alert.data} />}>
      <Loaded query={alert}>
        {(found) => (
          <>
            <AlertWarnings alertId={found.id} />
            <StatusPanel alert={found} />
            <Editor key={found.id} alert={found} />
          </>
        )}
      </Loaded>
      <AlertLog alertId={alertId} />
    </Page>
  )
}

/** What is typed stays when the alert is asked again; only saving makes it what is stored. */
const Editor = ({ alert }: { alert: AnswerOf<'alerts', 'get'> }): ReactNode => {
  const { alertForm } = useTexts()
  const isManager = useMay('manager')
  const [draft, setDraft] = useState<AlertDraft>(() => draftOf(alert))
  const [stored, setStored] = useState(draft)
  useUnsaved(isManager && !isSameDraft(draft, stored))
  const { errors, setErrors, isBusy, save } = useSaveAlert(alert.id)
  const onSave = (): void =>
    save(draft, () => {
      setStored(draft)
      toast(alertForm.saved)
    })
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
      <Panel title={alertForm.settings}>
        <AlertForm
          draft={draft}
          onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
          errors={errors}
          isBusy={isBusy}
          isDisabled={!isManager}
          saved={alert}
          onSave={onSave}
        />
      </Panel>
      <div className="flex min-w-0 flex-col gap-4">
        {isManager && <BackTestPanel draft={draft} onErrors={setErrors} />}
        <DependenciesPanel alertId={alert.id} isDisabled={!isManager} />
        <QuietPanel alertId={alert.id} isDisabled={!isManager} />
      </div>
    </div>
  )
}
