import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Panel } from '../../ui/layout/page.tsx'

/** Every session of the user, and the ways to end them. */
export const SessionsPanel = (): ReactNode => {
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
