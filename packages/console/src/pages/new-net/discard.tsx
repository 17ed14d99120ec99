import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { removeNet } from './connection/use-connect.ts'
import { emptyDraft, type StepProps } from './draft/draft.ts'

/** Gives up what was begun, so that no half network stays; one that was there before is left as it is. */
export const Discard = ({ draft: { made, scanId }, change, go }: StepProps): ReactNode => {
  const texts = useTexts()
  const isOld = made?.isOld === true
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      if (made !== null && made.isOld !== true) await removeNet(made.netId)
    },
    onSuccess: () => {
      change(() => emptyDraft)
      go('connection')
      if (scanId !== null) client.removeQueries({ queryKey: ['scan'] })
      return client.invalidateQueries({ queryKey: ['nets'] })
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
  return (
    <ConfirmButton
      act={isOld ? texts.newNet.cancel : texts.newNet.discard}
      question={isOld ? texts.newNet.cancelQuestion : texts.newNet.discardQuestion}
      onConfirm={() => remove.mutate()}
      isBusy={remove.isPending}
    />
  )
}
