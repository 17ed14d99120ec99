import { type ReactNode, useState } from 'react'
import { call } from '../../api/api-query.ts'
import { useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'

/** The key that signs webhooks: shown when asked for and then hidden again, and replaced. */
export const WebhookKey = (): ReactNode => {
  const texts = useTexts()
  const { sending } = texts
  const { orgId } = useOrg()
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useAction('alertSettings', 'rotateWebhookSecret', [])
  // Not kept with other answers: it must be gone when it is hidden.
  const show = (): void =>
    void call('alertSettings', 'webhookSecret', { orgId }).then(
      (found) => setSecret(found.secret),
      (error: Error) => toast(errorText(texts, error), 'critical'),
    )
  return (
    <div className="flex flex-col gap-2 border-t border-line p-4">
      <h3 className="text-sm font-semibold">{sending.key}</h3>
      <p className="text-sm text-quiet">{sending.keyHelp}</p>
      {secret !== null && (
        <p role="status" className="rounded-part border border-line bg-sunken px-3 py-2 font-mono text-sm break-all">
          {secret}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {secret === null ? (
          <Button onClick={show}>{sending.showKey}</Button>
        ) : (
          <Button onClick={() => setSecret(null)}>{sending.hideKey}</Button>
        )}
        <ConfirmButton
          act={sending.newKey}
          question={sending.newKeyQuestion}
          isBusy={rotate.isPending}
          onConfirm={() => rotate.mutate({ orgId }, { onSuccess: (made) => setSecret(made.secret) })}
        />
      </div>
    </div>
  )
}
