import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell, CircleCheck, type LucideIcon, SlidersHorizontal, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Panel } from '../../ui/layout/page.tsx'

type VisitSummary = AnswerOf<'overview', 'since'>

const refetchInterval = 120_000
/** Further events are counted. */
const shownMax = 5

/** Events since the previous visit. */
export const SincePanel = ({ before }: { before: number }): ReactNode => {
  const { since } = useTexts()
  const { moment } = useFormat()
  const { orgId } = useOrg()
  const now = useNow()
  const { data, isError } = useQuery({
    ...apiQuery('overview', 'since', { orgId, from: new Date(before) }),
    refetchInterval,
    staleTime: refetchInterval / 2,
  })
  if (isError && data === undefined) return null
  const when = new Date(data?.from ?? before).toISOString()
  return (
    <Panel
      title={since.title}
      aside={
        <time dateTime={when} className="text-xs text-faint">
          {moment(when, now)}
        </time>
      }
    >
      {data === undefined ? <ListSkeleton /> : <Happened found={data} now={now} />}
    </Panel>
  )
}

const Happened = ({ found: { alerts, outages, writes }, now }: { found: VisitSummary; now: number }): ReactNode => {
  const { since } = useTexts()
  const { span, moment } = useFormat()
  const language = useLanguage()
  const { began, ended, longest } = alerts
  if (began + ended + outages.length + writes.length === 0)
    return <EmptyState icon={CircleCheck} title={since.nothing} />
  return (
    <ul className="border-t border-line">
      {began + ended > 0 && (
        <Item
          icon={Bell}
          what={
            <Link to="/alerts/history">
              {since.alerts({ began: since.began({ count: began }), ended: since.ended({ count: ended }) })}
            </Link>
          }
          detail={longest && since.longest({ span: span(longest.seconds * 1000), name: longest.name })}
        />
      )}
      {outages.slice(0, shownMax).map(({ deviceId, deviceName, netName, from, till }) => (
        <Item
          key={`${deviceId} ${from}`}
          icon={Unplug}
          what={
            <Link to="/devices/$id" params={{ id: deviceId }}>
              {till === undefined
                ? since.silent({ name: deviceName, span: span(now - Date.parse(from)) })
                : since.wasSilent({ name: deviceName, span: span(Date.parse(till) - Date.parse(from)) })}
            </Link>
          }
          detail={netName}
          when={moment(till ?? from, now)}
        />
      ))}
      {outages.length > shownMax && (
        <Item
          icon={Unplug}
          what={<Link to="/nets/devices">{since.moreOutages({ count: outages.length - shownMax })}</Link>}
        />
      )}
      {writes.slice(0, shownMax).map(({ paramId, name, deviceName, netName, on, userName, before, value }) => (
        <Item
          key={`${paramId} ${on}`}
          icon={SlidersHorizontal}
          what={
            <Link to="/params/$id" params={{ id: paramId }}>
              {since.wrote({ name: paramText(name, language), before: before ?? '—', value })}
            </Link>
          }
          detail={[netName, deviceName, userName].filter((part) => part !== '').join(' · ')}
          when={moment(on, now)}
        />
      ))}
      {writes.length > shownMax && (
        <Item icon={SlidersHorizontal} what={since.moreWrites({ count: writes.length - shownMax })} />
      )}
    </ul>
  )
}

interface ItemProps {
  icon: LucideIcon
  what: ReactNode
  detail?: string | undefined
  when?: string
}

const Item = ({ icon: Icon, what, detail, when }: ItemProps): ReactNode => (
  <li className="flex gap-3 border-b border-line px-4 py-2.5 text-sm last:border-b-0 [&_a]:text-ink [&_a]:no-underline [&_a:hover]:underline">
    <Icon className="mt-0.5 size-4 shrink-0 text-quiet" strokeWidth={1.75} aria-hidden="true" />
    <div className="min-w-0 flex-1 break-words">
      {what}
      {detail !== undefined && <p className="text-xs text-quiet">{detail}</p>}
    </div>
    {when !== undefined && <span className="shrink-0 text-xs text-faint">{when}</span>}
  </li>
)
