import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery, call } from '../../data/api/api-query.ts'
import { canUsePasskeys, makePasskey } from '../../data/api/passkeys.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { goToProvider } from '../../data/state/session.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { FactorPanel } from './factor-panel.tsx'
import { IdentityDialog } from './identity-dialog.tsx'

/** How the user signs in, and where they are signed in. */
export const SecurityPage = (): ReactNode => {
  const { profile } = useTexts()
  return (
    <Page title={profile.securityTitle}>
      <FactorPanel />
      <PasskeysPanel />
      <ProvidersPanel />
      <SessionsPanel />
    </Page>
  )
}

/** Every session of the user, and the ways to end them. */
const SessionsPanel = (): ReactNode => {
  const { profile } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  const sessions = useQuery(apiQuery('sessions', 'sessions', {}))
  const end = useAction('profile', 'endSession', [['sessions', 'sessions']], () => toast(profile.sessionEnded))
  const endOthers = useAction('sessions', 'endOtherSessions', [['sessions', 'sessions']], () =>
    toast(profile.othersEnded),
  )
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  const all = others > 0 && (
    <ConfirmButton
      act={profile.endOthers}
      question={profile.endOthersQuestion}
      isBusy={endOthers.isPending}
      onConfirm={() => endOthers.mutate({})}
    />
  )
  return (
    <Panel title={profile.sessionsTitle} aside={all}>
      <Loaded query={sessions}>
        {(list) => (
          <ul aria-label={profile.sessionsTitle} className="border-t border-line">
            {list.map(({ id, isCurrent, from, agent, openedOn }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5 last:border-b-0"
              >
                <div className="min-w-0">
                  <p className="flex items-center gap-2">
                    <span className="font-mono">{from}</span>
                    {isCurrent && <Badge tone="info">{profile.thisOne}</Badge>}
                    <span className="text-quiet">{profile.since({ when: moment(openedOn, now) })}</span>
                  </p>
                  <p className="truncate text-xs text-quiet" title={agent}>
                    {agent}
                  </p>
                </div>
                {!isCurrent && (
                  <Button
                    isChange
                    aria-label={profile.endSessionOf({ from })}
                    onClick={() => end.mutate({ sessionId: id })}
                  >
                    {profile.endSession}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

/** Identity providers of the installation, and those linked to the user. */
const ProvidersPanel = (): ReactNode => {
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

/** Passkeys of the user, whichever device they are on. */
const PasskeysPanel = (): ReactNode => {
  const { profile } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  const client = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const passkeys = useQuery(apiQuery('passkeys', 'list', {}))
  const remove = useAction('passkeys', 'delete', [['passkeys']], () => toast(profile.passkeyDeleted))
  const isHere = canUsePasskeys()
  const add = isHere && (
    <Button icon={Plus} isChange onClick={() => setIsAdding(true)}>
      {profile.addPasskey}
    </Button>
  )
  return (
    <Panel title={profile.passkeysTitle} aside={add}>
      <p className="max-w-3xl px-4 pb-3 text-quiet">{profile.passkeysHelp}</p>
      <Loaded query={passkeys}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={KeyRound} title={profile.noPasskeys} help={isHere ? undefined : profile.noPasskeysHere} />
          ) : (
            <ul aria-label={profile.passkeysTitle} className="border-t border-line">
              {all.map(({ id, name, host, createdOn, lastUsedOn }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5 last:border-b-0"
                >
                  <div className="min-w-0">
                    <p className="truncate font-medium">{name}</p>
                    <p className="text-xs text-quiet">
                      {[
                        host,
                        profile.madeOn({ when: moment(createdOn, now) }),
                        lastUsedOn === undefined
                          ? profile.neverUsed
                          : profile.usedLast({ when: moment(lastUsedOn, now) }),
                      ].join(' · ')}
                    </p>
                  </div>
                  <ConfirmButton
                    act={profile.deletePasskey}
                    label={profile.deletePasskeyOf({ name })}
                    question={profile.deletePasskeyQuestion({ name })}
                    variant="danger"
                    isBusy={remove.isPending}
                    onConfirm={() => remove.mutate({ passkeyId: id })}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && (
        <IdentityDialog
          title={profile.addPasskey}
          help={profile.passkeysHelp}
          act={profile.addPasskey}
          send={async (identity, form) => {
            const begun = await call('passkeys', 'begin', identity)
            await makePasskey(begun, formText(form, 'name').trim())
            await client.invalidateQueries({ queryKey: ['passkeys'] })
            toast(profile.passkeyAdded)
            setIsAdding(false)
          }}
          onClose={() => setIsAdding(false)}
        >
          <TextField
            name="name"
            label={profile.passkeyName}
            placeholder={profile.passkeyNamePlaceholder}
            maxLength={200}
            pattern=".*\S.*"
            autoComplete="off"
            required
          />
        </IdentityDialog>
      )}
    </Panel>
  )
}
