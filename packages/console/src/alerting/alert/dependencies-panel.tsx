import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useUnsaved } from '../../data/state/leaving.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { PickedList } from '../../ui/forms/picked-list.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { isSameDraft } from '../form/draft.rules.ts'

type Dependencies = AnswerOf<'alertDependencies', 'get'>

/** For what messages about an alert wait. */
export const DependenciesPanel = ({ alertId, isDisabled }: { alertId: number; isDisabled: boolean }): ReactNode => {
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
