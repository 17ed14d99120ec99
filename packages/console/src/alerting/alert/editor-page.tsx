import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useUnsaved } from '../../data/state/leaving.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { PickedList } from '../../ui/forms/picked-list.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { AlertForm, useSaveAlert } from '../form/alert-form.tsx'
import { type AlertDraft, draftOf, isSameDraft } from '../form/draft.rules.ts'
import { QuietForm } from '../quiet-form.tsx'
import { type Alert, AlertFrame } from './alert-frame.tsx'
import { BackTestPanel } from './back-test-panel.tsx'

/** Tab with the conditions of an alert and its test on history. */
export const AlertRulePage = (): ReactNode => (
  <AlertFrame>{(alert) => <Editor key={alert.id} alert={alert} part="rule" />}</AlertFrame>
)

/** Tab with the notifications of an alert and its mute times. */
export const AlertToldPage = (): ReactNode => (
  <AlertFrame>{(alert) => <Editor key={alert.id} alert={alert} part="told" />}</AlertFrame>
)

/** Input stays when the alert is reloaded; only saving replaces the stored alert. */
const Editor = ({ alert, part }: { alert: Alert; part: 'rule' | 'told' }): ReactNode => {
  const { alerts, alertForm } = useTexts()
  const isManager = useHasRole('manager')
  const mayChange = isManager && alert.alertTemplateId === undefined
  const [draft, setDraft] = useState<AlertDraft>(() => draftOf(alert))
  const [stored, setStored] = useState(draft)
  useUnsaved(mayChange && !isSameDraft(draft, stored))
  const { errors, setErrors, isBusy, save } = useSaveAlert(alert.id)
  const onSave = (): void =>
    save(draft, () => {
      setStored(draft)
      toast(alertForm.saved)
    })
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
      <Panel title={alerts.alertTabs[part]}>
        <AlertForm
          part={part}
          draft={draft}
          onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
          errors={errors}
          isBusy={isBusy}
          isDisabled={!mayChange}
          saved={alert}
          onSave={onSave}
        />
      </Panel>
      <div className="flex min-w-0 flex-col gap-4">
        {part === 'rule' ? (
          isManager && <BackTestPanel draft={draft} onErrors={setErrors} />
        ) : (
          <>
            <DependenciesPanel alertId={alert.id} isDisabled={!isManager} />
            <QuietPanel alertId={alert.id} isDisabled={!isManager} />
          </>
        )}
      </div>
    </div>
  )
}

/** When no messages about an alert are sent. */
const QuietPanel = ({ alertId, isDisabled }: { alertId: number; isDisabled: boolean }): ReactNode => {
  const { alertForm, quiet: texts } = useTexts()
  const quiet = useQuery(apiQuery('alertSettings', 'alertQuiet', { alertId }))
  const change = useAction('alertSettings', 'changeAlertQuiet', [['alertSettings']], () => toast(alertForm.saved))
  return (
    <Panel title={texts.title}>
      <Loaded query={quiet}>
        {(found) => (
          <div className="p-4 pt-0">
            <QuietForm
              quiet={found}
              isDisabled={isDisabled}
              isBusy={change.isPending}
              onSave={(fields, onSaved) => change.mutate({ alertId, ...fields }, { onSuccess: onSaved })}
            />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

type Dependencies = AnswerOf<'alertDependencies', 'get'>

/** For what messages about an alert wait. */
const DependenciesPanel = ({ alertId, isDisabled }: { alertId: number; isDisabled: boolean }): ReactNode => {
  const { dependencies: texts } = useTexts()
  const found = useQuery(apiQuery('alertDependencies', 'get', { alertId }))
  return (
    <Panel title={texts.title}>
      <Loaded query={found}>
        {(stored) => <DependenciesForm key={alertId} alertId={alertId} found={stored} isDisabled={isDisabled} />}
      </Loaded>
    </Panel>
  )
}

interface FormProps {
  alertId: number
  found: Dependencies
  isDisabled: boolean
}

const keysOf = ({ alertIds, netIds }: Dependencies): string[] => [
  ...netIds.map((id) => `net:${id}`),
  ...alertIds.map((id) => `alert:${id}`),
]
const idsOf = (keys: readonly string[], kind: string): number[] =>
  keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [Number(key.slice(kind.length + 1))] : []))

const DependenciesForm = ({ alertId, found, isDisabled }: FormProps): ReactNode => {
  const { alertForm, common, dependencies: texts, maintenance } = useTexts()
  const { orgId } = useOrg()
  const nets = useQuery(apiQuery('nets', 'list', { orgId })).data ?? []
  const alerts = useQuery(apiQuery('alerts', 'list', { orgId })).data ?? []
  const [draft, setDraft] = useState({ keys: keysOf(found), isCriticalHeld: found.isCriticalHeld })
  const [stored, setStored] = useState(draft)
  useUnsaved(!isDisabled && !isSameDraft(draft, stored))
  const change = useAction('alertDependencies', 'change', [['alertDependencies'], ['alerts']], () =>
    toast(alertForm.saved),
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const { keys, isCriticalHeld } = draft
    const onSuccess = (): void => setStored(draft)
    change.mutate(
      { alertId, alertIds: idsOf(keys, 'alert'), netIds: idsOf(keys, 'net'), isCriticalHeld },
      { onSuccess },
    )
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-col gap-4 p-4">
      <p className="text-sm text-quiet">{texts.help}</p>
      <PickedList
        label={texts.on}
        addLabel={texts.add}
        removeText={maintenance.remove}
        groups={[
          [maintenance.networks, nets.map(({ id, name }) => [`net:${id}`, name] as const)],
          [
            maintenance.alerts,
            alerts.flatMap(({ id, name }) => (id === alertId ? [] : [[`alert:${id}`, name] as const])),
          ],
        ]}
        picked={draft.keys}
        isDisabled={isDisabled}
        onChange={(keys) => setDraft((before) => ({ ...before, keys }))}
      />
      <Checkbox
        label={texts.critical}
        hint={texts.criticalHelp}
        checked={draft.isCriticalHeld}
        disabled={isDisabled}
        onChange={({ target }) => setDraft((before) => ({ ...before, isCriticalHeld: target.checked }))}
      />
      {!isDisabled && (
        <div>
          <Button type="submit" disabled={change.isPending}>
            {common.save}
          </Button>
        </div>
      )}
    </form>
  )
}
