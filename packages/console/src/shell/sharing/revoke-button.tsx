import type { ReactNode } from 'react'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import type { ShareLink } from './use-share-links.ts'

/** Ends a link at once, after a question. */
export const RevokeButton = ({ link: { id, name } }: { link: ShareLink }): ReactNode => {
  const { sharing } = useTexts()
  const { orgId } = useOrg()
  const revoke = useAction('shareLinks', 'revoke', [['shareLinks']])
  return (
    <ConfirmButton
      act={sharing.revoke}
      label={sharing.revokeOf({ name })}
      question={sharing.revokeQuestion({ name })}
      variant="danger"
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate({ orgId, linkId: id })}
    />
  )
}
