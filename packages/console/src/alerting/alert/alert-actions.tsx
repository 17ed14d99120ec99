import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { ConfirmAlert } from '../confirm.tsx'
import { QuickMute } from '../quick-mute.tsx'

/** What can be done to an alert as a whole, by those who may. */
export const AlertActions = ({ alert }: { alert: AnswerOf<'alerts', 'get'> }): ReactNode => {
  const { id: alertId, name, isEnabled, alertTemplateId } = alert
  const { alertForm } = useTexts()
  const navigate = useNavigate()
  const isOperator = useHasRole('operator')
  const isManager = useHasRole('manager')
  const status = useQuery(apiQuery('alerts', 'status', { alertId }))
  const change = useAction('alerts', 'changeDisable', [['alerts'], ['alertTemplates']])
  const remove = useAction('alerts', 'delete', [['alerts', 'states']], () => toast(alertForm.deleted({ name })))
  const isOpen = status.data?.isActive === true && status.data.confirmed === undefined
  const deleteIt = (): void =>
    remove.mutate(
      { alertId },
      {
        onSuccess: () => void navigate({ to: '/alerts', ignoreBlocker: true }),
      },
    )
  return (
    <>
      {isOpen && isOperator && <ConfirmAlert alertId={alertId} name={name} />}
      {isEnabled && status.data !== undefined && (
        <QuickMute alertId={alertId} held={status.data.held} times={['hour']} />
      )}
      {isManager && isEnabled && (
        <ConfirmButton
          act={alertForm.switchOff}
          question={alertForm.switchOffQuestion}
          isBusy={change.isPending}
          onConfirm={() => change.mutate({ alertId, enabled: false })}
        />
      )}
      {isManager && !isEnabled && (
        <Button disabled={change.isPending} onClick={() => change.mutate({ alertId, enabled: true })}>
          {alertForm.switchOn}
        </Button>
      )}
      {isManager && alertTemplateId === undefined && (
        <ConfirmButton
          act={alertForm.delete}
          question={alertForm.deleteQuestion}
          variant="danger"
          isBusy={remove.isPending}
          onConfirm={deleteIt}
        />
      )}
    </>
  )
}
