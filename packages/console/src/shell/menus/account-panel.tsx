import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery, call, keyOf } from '../../data/api/api-query.ts'
import { useOrgIfAny } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useOwnZone } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { PreferenceChoices } from '../../ui/forms/preference-choices.tsx'
import { PushSection } from '../push/push-section.tsx'
import { askAndSignOut } from '../sign-out.ts'

/** How the console looks, where else the user is signed in, and the way out. */
export const AccountPanel = (): ReactNode => {
  const zone = useOwnZone()
  const { common, shell } = useTexts()
  const org = useOrgIfAny()
  const maySee = org !== null && org.userRole !== 'demo'
  return (
    <>
      <PreferenceChoices />
      <p className="text-xs text-faint">{common.timesIn({ zone })}</p>
      {maySee && <PushSection orgId={org.orgId} />}
      <OtherSessions />
      <Button icon={LogOut} onClick={() => void askAndSignOut()}>
        {shell.signOut}
      </Button>
    </>
  )
}

const shownMax = 5

/** Where else the user is signed in, and the way to end that. */
const OtherSessions = (): ReactNode => {
  const { shell } = useTexts()
  const format = useFormat()
  const cache = useQueryClient()
  const sessions = useQuery(apiQuery('sessions', 'sessions', {}))
  const end = useMutation({
    mutationFn: () => call('sessions', 'endOtherSessions', {}),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf('sessions', 'sessions') }),
  })
  if (sessions.data === undefined) return null
  const others = sessions.data.filter(({ isCurrent }) => !isCurrent)
  if (others.length === 0) return <p className="text-sm text-quiet">{shell.noOtherSessions}</p>
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h2 className="text-sm font-semibold">{`${shell.otherSessions}: ${others.length}`}</h2>
      <ul className="text-quiet">
        {others.slice(0, shownMax).map(({ openedOn, from, agent }) => (
          <li key={`${openedOn} ${from} ${agent}`} title={agent}>
            {`${from} · ${format.time(openedOn)}`}
          </li>
        ))}
      </ul>
      <Button onClick={() => end.mutate()} disabled={end.isPending}>
        {shell.endOthers}
      </Button>
    </section>
  )
}
