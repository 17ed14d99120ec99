import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { AlertState } from '../../alerting/alert-state.tsx'
import { isMuted } from '../../alerting/mute.rules.ts'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { compareNames } from '../../data/format/compare-names.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { alertTone } from '../../ui/feedback/alert-tone.ts'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { StateShape } from '../../ui/feedback/state-mark.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import type { WidgetOf } from '../values/board.ts'
import { useBoardAnswer, useBoardSource } from '../values/board-context.tsx'
import { defineWidget } from './define-widget.ts'
import { type FrameTone, MissingValue, WidgetFrame } from './widget-frame.tsx'

type Alert = AnswerOf<'alerts', 'states'>[number]

const ranks = ['critical', 'warning', 'info'] as const

const rankOf = ({ isActive, held, logAs }: Alert): number => {
  if (!isActive || isMuted(held)) return ranks.length + (isActive ? 0 : 1)
  return ranks.indexOf(alertTone(logAs) as (typeof ranks)[number])
}

/** Alerts of the organization, of a network or of a device: the worst first, and those that are quiet last, if at all. */
const AlarmsWidget = ({ widget }: { widget: WidgetOf<'alarms'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { scope, hasQuiet } = widget.settings
  const { orgId } = useOrg()
  const answer = useBoardAnswer()
  const { lookedAt } = useBoardSource()
  const states = useQuery(apiQuery('alerts', 'states', { orgId }))
  const about = answer?.alarms.find(({ widgetId }) => widgetId === widget.id)
  const title = widget.title || dashboards.kinds.alarms
  const deviceId = scope.kind === 'device' ? ('deviceId' in scope.device ? scope.device.deviceId : lookedAt) : null
  const isGone = answer?.missing.some(
    ({ kind, id }) =>
      (scope.kind === 'net' && kind === 'net' && id === String(scope.netId)) ||
      (deviceId !== null && kind === 'device' && id === String(deviceId)),
  )
  if (isGone === true || (scope.kind === 'device' && deviceId === null)) {
    const missing =
      scope.kind === 'net'
        ? ({ kind: 'net', id: scope.netId } as const)
        : deviceId === null
          ? ({ kind: 'key', id: '' } as const)
          : ({ kind: 'device', id: deviceId } as const)
    return (
      <WidgetFrame title={title}>
        <MissingValue missing={missing} />
      </WidgetFrame>
    )
  }
  if (answer === null || states.data === undefined) {
    return (
      <WidgetFrame title={title}>
        <ListSkeleton />
      </WidgetFrame>
    )
  }
  const ids = scope.kind === 'org' ? null : new Set(about?.alertIds)
  const listed = states.data.filter(({ id, isActive }) => (ids === null || ids.has(id)) && (isActive || hasQuiet))
  const shown = listed.toSorted((a, b) => rankOf(a) - rankOf(b) || compareNames(a.name, b.name))
  const worst = shown.find(({ isActive, held }) => isActive && !isMuted(held))
  const worstTone = worst === undefined ? 'ok' : alertTone(worst.logAs)
  const tone: FrameTone = worstTone === 'critical' || worstTone === 'warning' ? worstTone : 'normal'
  return (
    <WidgetFrame title={title} tone={tone}>
      {shown.length === 0 ? (
        <p className="flex items-center gap-1.5 text-sm text-quiet">
          <StateShape tone="ok" />
          {dashboards.noAlarms}
        </p>
      ) : (
        <div role="group" aria-label={title} tabIndex={0} className="-mx-3.5 min-h-0 flex-1 overflow-auto px-3.5">
          <ul>
            {shown.map((alert) => (
              <AlarmRow key={alert.id} alert={alert} />
            ))}
          </ul>
        </div>
      )}
    </WidgetFrame>
  )
}

const AlarmRow = ({ alert }: { alert: Alert }): ReactNode => {
  const { span } = useFormat()
  const now = useNow()
  const { hasLinks } = useBoardSource()
  const { id, name, isActive, startedOn } = alert
  return (
    <li className="flex min-h-8.5 flex-wrap items-center justify-between gap-x-3 border-b border-line py-1 text-sm last:border-b-0">
      <span className="min-w-0">
        {hasLinks ? <RowLink href={`/alerts/${id}`}>{name}</RowLink> : <span className="font-medium">{name}</span>}
      </span>
      <span className="text-xs text-quiet">
        <AlertState alert={alert} />
        {isActive && startedOn !== undefined && ` · ${span(Math.max(0, now - Date.parse(startedOn)))}`}
      </span>
    </li>
  )
}

export type AlertScope = WidgetOf<'alarms'>['settings']['scope']

export const alarms = defineWidget({
  kind: 'alarms',
  icon: BellRing,
  size: { width: 4, height: 3 },
  phoneClass: 'max-md:col-span-2 max-md:max-h-120',
  needs: 'nothing',
  initial: () => ({ scope: { kind: 'org' }, hasQuiet: true }),
  firstValue: () => null,
  fields: [{ type: 'scope' }],
  look: [{ type: 'checkbox', key: 'hasQuiet', label: ({ dashboards }) => dashboards.hasQuiet }],
  draw: AlarmsWidget,
})
