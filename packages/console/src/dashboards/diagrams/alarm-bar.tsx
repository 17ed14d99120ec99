import type { Vis } from '@busbar/diagrams'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LevelMark } from '../../alerting/level-mark.tsx'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { alarmsOf } from './alarms.rules.ts'

const shownMax = 4
const idsMax = 1000

/** Active alerts of the networks that a picture shows, the worst first. It stays below the picture, and says so where there is none. */
export const AlarmBar = ({ vis }: { vis: Vis }): ReactNode => {
  const { pictures } = useTexts()
  const { orgId } = useOrg()
  const { ago } = useFormat()
  const now = useNow()
  const paramIds = [...new Set(vis.bindings.flatMap(({ param }) => param ?? []))].slice(0, idsMax)
  const infos = useQuery({ ...apiQuery('params', 'info', { paramIds }), enabled: paramIds.length > 0 })
  const states = useQuery(apiQuery('alerts', 'states', { orgId }))
  if (infos.data === undefined || states.data === undefined) return null
  const alarms = alarmsOf(states.data, new Set(infos.data.map(({ networkId }) => networkId)))
  return (
    <section
      aria-label={pictures.alarms}
      className="flex min-h-10 flex-wrap items-center gap-x-5 gap-y-1 rounded-card border border-line bg-surface px-4 py-2 text-sm"
    >
      {alarms.length === 0 ? (
        <StateMark tone="ok">{pictures.noAlarms}</StateMark>
      ) : (
        <>
          <ul className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1">
            {alarms.slice(0, shownMax).map(({ id, name, logAs, startedOn, confirmed }) => (
              <li key={id} className="flex min-w-0 items-center gap-2">
                <LevelMark level={logAs} isQuiet={confirmed !== undefined} />
                <Link
                  to="/alerts/$id"
                  params={{ id }}
                  className="truncate font-medium underline-offset-3 hover:underline max-md:min-h-11 max-md:content-center"
                >
                  {name}
                </Link>
                {startedOn !== undefined && <span className="text-xs text-quiet">{ago(startedOn, now)}</span>}
              </li>
            ))}
          </ul>
          {alarms.length > shownMax && (
            <Link to="/alerts" className="text-accent underline-offset-3 hover:underline">
              {pictures.moreAlarms({ count: alarms.length - shownMax })}
            </Link>
          )}
        </>
      )}
    </section>
  )
}
