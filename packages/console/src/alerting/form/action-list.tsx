import type { ReactNode } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { ActionFields } from './action-fields.tsx'
import { type DraftAction, newAction, savedActionId } from './draft.rules.ts'
import { ItemList } from './item-list.tsx'

export interface ActionListProps {
  name: 'actions' | 'followUps'
  items: readonly DraftAction[]
  onChange: (items: DraftAction[]) => void
  errorAt: (field: string) => string | undefined
  isDisabled: boolean
  saved: AnswerOf<'alerts', 'get'> | null
  /** Whether a value may be written: one parameter is of one device. */
  mayWrite: boolean
}

const actionsMax = 20

/** What is done when the alert begins, or what follows on that. */
export const ActionList = ({
  name,
  items,
  onChange,
  errorAt,
  isDisabled,
  saved,
  mayWrite,
}: ActionListProps): ReactNode => {
  const { alertForm } = useTexts()
  const isFollowUp = name === 'followUps'
  const testOf = (action: DraftAction): ReactNode =>
    saved === null || isDisabled || action.type === 'write-param' ? null : (
      <TestSend alertId={saved.id} actionId={savedActionId(saved, action, isFollowUp)} />
    )
  return (
    <ItemList
      title={isFollowUp ? alertForm.followUps : alertForm.actions}
      help={isFollowUp ? alertForm.followUpsHelp : alertForm.actionsHelp}
      items={items}
      itemName={isFollowUp ? alertForm.followUp : alertForm.action}
      addText={isFollowUp ? alertForm.addFollowUp : alertForm.addAction}
      max={actionsMax}
      error={errorAt(name)}
      isDisabled={isDisabled}
      onAdd={() => onChange([...items, newAction()])}
      onRemove={(key) => onChange(items.filter((one) => one.key !== key))}
    >
      {(action, place) => (
        <ActionFields
          action={action}
          isFollowUp={isFollowUp}
          mayWrite={mayWrite}
          isDisabled={isDisabled}
          errorOf={(field) => errorAt(`${name}.${place}.${field}`)}
          onChange={(changes) => onChange(items.map((one) => (one.key === action.key ? { ...one, ...changes } : one)))}
          test={testOf(action)}
        />
      )}
    </ItemList>
  )
}

/** Sends what an action would send, marked as a test, and says what came of it. */
const TestSend = ({ alertId, actionId }: { alertId: number; actionId: number | null }): ReactNode => {
  const { alertForm } = useTexts()
  const send = useAction('alerts', 'testAction', [])
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <Button
        disabled={actionId === null || send.isPending}
        onClick={() => actionId !== null && send.mutate({ alertId, actionId })}
      >
        {send.isPending ? alertForm.testing : alertForm.test}
      </Button>
      {actionId === null && <span className="text-quiet">{alertForm.testLater}</span>}
      <span role="status" className="min-w-0 break-words">
        {send.data?.status === 'ok' && <span className="text-ok-text">{alertForm.testSent}</span>}
        {send.data?.status === 'error' && <span className="text-critical-text">{send.data.errorMessage}</span>}
      </span>
    </div>
  )
}
