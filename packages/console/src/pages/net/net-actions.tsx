import type { ReactNode } from 'react'
import type { AnswerOf } from '../../api/api-query.ts'
import { useHasRole } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'

/** What can be done to a network as a whole, by those who may. */
export const NetActions = ({
  net: { id: netId, disabledOn, disabledBy },
}: {
  net: AnswerOf<'nets', 'get'>
}): ReactNode => {
  const { net } = useTexts()
  const isOperator = useHasRole('operator')
  const isManager = useHasRole('manager')
  const drop = useAction('links', 'drop', [['links']], ({ dropped }) => toast(net.dropped({ count: dropped })))
  const change = useAction('nets', 'changeDisable', [['nets'], ['links']])
  const isOff = disabledOn !== undefined
  return (
    <>
      {isOperator && !isOff && (
        <ConfirmButton
          act={net.drop}
          question={net.dropQuestion}
          isBusy={drop.isPending}
          onConfirm={() => drop.mutate({ netId })}
        />
      )}
      {isManager && !isOff && (
        <ConfirmButton
          act={net.pause}
          question={net.pauseQuestion}
          isBusy={change.isPending}
          onConfirm={() => change.mutate({ netId, enabled: false })}
        />
      )}
      {isManager && isOff && disabledBy !== 'admin' && (
        <Button
          variant="primary"
          isChange
          disabled={change.isPending}
          onClick={() => change.mutate({ netId, enabled: true })}
        >
          {net.goOn}
        </Button>
      )}
    </>
  )
}
