import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery, call } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { goToProvider } from '../../data/state/provider-ticket.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { IdentityDialog } from './identity-dialog.tsx'

/** Where the installation has providers: which of them sign the user in. */
export const ProvidersPanel = (): ReactNode => {
  const { profile } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  const [connecting, setConnecting] = useState<string | null>(null)
  const { data: providers = [] } = useQuery(apiQuery('oidc', 'list', {}))
  const disconnect = useAction('oidc', 'disconnect', [['oidc']], () => toast(profile.disconnected))
  if (providers.length === 0) return null
  return (
    <Panel title={profile.providersTitle}>
      <p className="max-w-3xl px-4 pb-3 text-quiet">{profile.providersHelp}</p>
      <ul aria-label={profile.providersTitle} className="border-t border-line">
        {providers.map(({ providerId, name, connected }) => (
          <li
            key={providerId}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5 last:border-b-0"
          >
            <div className="min-w-0">
              <p className="truncate font-medium">{name}</p>
              <p className="text-xs text-quiet">
                {connected === null
                  ? profile.notConnected
                  : profile.connectedOn({ when: moment(connected.createdOn, now) })}
              </p>
            </div>
            {connected === null ? (
              <Button aria-label={profile.connectWith({ name })} onClick={() => setConnecting(providerId)}>
                {profile.connect}
              </Button>
            ) : (
              <ConfirmButton
                act={profile.disconnect}
                label={profile.disconnectFrom({ name })}
                question={profile.disconnectQuestion({ name })}
                variant="danger"
                isBusy={disconnect.isPending}
                onConfirm={() => disconnect.mutate({ identityId: connected.id })}
              />
            )}
          </li>
        ))}
      </ul>
      {connecting !== null && (
        <IdentityDialog
          title={profile.connect}
          help={profile.connectHelp}
          act={profile.connect}
          send={async (identity) => {
            const begun = await call('oidc', 'beginConnecting', { providerId: connecting, ...identity })
            goToProvider(begun, '/settings/security')
          }}
          onClose={() => setConnecting(null)}
        />
      )}
    </Panel>
  )
}
