import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask, call, keyOf } from '../../api/ask.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'

const shownMax = 5

/** Where else the user is signed in, and the way to end that. */
export const OtherSessions = (): ReactNode => {
  const { shell } = useTexts()
  const format = useFormat()
  const cache = useQueryClient()
  const sessions = useQuery(ask('sessions', 'sessions', {}))
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
