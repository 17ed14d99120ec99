import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, Check, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { HeldBack } from '../../alerting/alert-state.tsx'
import { isMuted, muteTill } from '../../alerting/mute.rules.ts'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { serviceLanguage, useLanguage, useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { AgedValue } from '../../readings/values/value-quality.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { alertTone } from '../../ui/feedback/alert-tone.ts'
import { Count } from '../../ui/feedback/count.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { StateShape, type Tone } from '../../ui/feedback/state-mark.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { Value } from '../../ui/layout/value.tsx'
import type { Alarm, NetLink } from '../net-status.rules.ts'

/** More are on the page of alerts. */
const shownMax = 20

export interface AlarmsPanelProps {
  /** Undefined until they are known. */
  alarms: readonly Alarm[] | undefined
  links: readonly (NetLink | undefined)[]
}

/** Firing alerts, most severe first, with an acknowledge button. */
export const AlarmsPanel = ({ alarms, links }: AlarmsPanelProps): ReactNode => {
  const { overview } = useTexts()
  const loud = alarms?.filter(({ alert }) => !isMuted(alert.held)) ?? []
  const worst = loud[0]
  const more = (
    <Link to="/alerts" className="text-sm text-accent underline-offset-3 hover:underline">
      {overview.allAlerts}
    </Link>
  )
  const count = worst !== undefined && <Count count={loud.length} look={alertTone(worst.alert.logAs)} isHidden />
  return (
    <Panel title={overview.alerts} badge={count} aside={more}>
      {alarms === undefined ? (
        <ListSkeleton />
      ) : alarms.length === 0 ? (
        <EmptyState icon={CircleCheck} title={overview.allCalm} />
      ) : (
        <Alarms alarms={alarms.slice(0, shownMax)} links={links} />
      )}
    </Panel>
  )
}

const Alarms = ({ alarms, links }: { alarms: readonly Alarm[]; links: AlarmsPanelProps['links'] }): ReactNode => {
  const lang = serviceLanguage(useLanguage())
  const paramIds = alarms.flatMap(({ locations: [location] }) => (location === undefined ? [] : [location.paramId]))
  const states = useQuery({
    ...apiQuery('values', 'lastStates', { paramIds: [...new Set(paramIds)].toSorted((a, b) => a - b), lang }),
    enabled: paramIds.length > 0,
    refetchInterval: 5000,
  })
  return (
    <ul className="border-t border-line">
      {alarms.map((alarm) => (
        <AlarmItem
          key={alarm.alert.id}
          alarm={alarm}
          value={<AlarmValue location={alarm.locations[0]} states={states.data} links={links} />}
        />
      ))}
    </ul>
  )
}

const AlarmItem = ({ alarm: { alert, locations }, value }: { alarm: Alarm; value: ReactNode }): ReactNode => {
  const { id, name, logAs, startedOn, confirmed, held } = alert
  const { overview } = useTexts()
  const { span } = useFormat()
  const now = useNow()
  const [location, ...others] = locations
  const tone: Tone = isMuted(held) ? 'muted' : alertTone(logAs)
  return (
    <li className="flex gap-3 border-b border-line px-4 py-3 text-sm last:border-b-0">
      <StateShape tone={tone} className="mt-1" />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <Link
            to="/alerts/$id"
            params={{ id }}
            className="min-w-0 font-medium break-words text-ink underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <span className="shrink-0 text-right">{value}</span>
        </div>
        {location !== undefined && (
          <p className="break-words text-quiet">
            {location.netName} · {location.deviceName}
            {others.length > 0 && ` ${overview.morePlaces({ count: others.length })}`}
          </p>
        )}
        {held !== undefined && (
          <p className="text-quiet">
            <HeldBack held={held} />
          </p>
        )}
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-quiet">
          <span className="flex flex-wrap items-center gap-x-1.5">
            {startedOn !== undefined && overview.goingOnFor({ span: span(Math.max(0, now - Date.parse(startedOn))) })}
            {confirmed !== undefined && (
              <span className="inline-flex items-center gap-1">
                <Check className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
                {confirmed.from}
              </span>
            )}
          </span>
          <AlarmActs alert={alert} />
        </div>
      </div>
    </li>
  )
}

const changed = [['alerts']] as const

/** Quick actions of an alert. */
const AlarmActs = ({ alert: { id, name, confirmed, held } }: { alert: Alarm['alert'] }): ReactNode => {
  const zone = useOwnZone()
  const { alerts, holds, overview } = useTexts()
  const { orgId } = useOrg()
  const mayConfirm = useHasRole('operator')
  const mayMute = useHasRole('manager')
  const confirm = useAction('alerts', 'confirm', changed)
  const mute = useAction('alertsBulk', 'mute', changed)
  const muteForAnHour = (): void => {
    const till = muteTill('hour', '', new Date(serverNow()), zone)
    if (till !== null) mute.mutate({ orgId, alertIds: [id], till })
  }
  return (
    <span className="ml-auto flex gap-2">
      {confirmed === undefined && mayConfirm && (
        <Button
          isChange
          isBusy={confirm.isPending}
          aria-label={alerts.confirmOf({ name })}
          onClick={() => confirm.mutate({ alertId: id })}
        >
          {overview.confirm}
        </Button>
      )}
      {mayMute && held?.why !== 'mute' && (
        <Button
          variant="quiet"
          icon={BellOff}
          isChange
          isBusy={mute.isPending}
          title={holds.quickMute.hour}
          aria-label={`${holds.quickMute.hour}: ${name}`}
          className="min-w-8 px-0 max-md:min-w-10"
          onClick={muteForAnHour}
        />
      )}
    </span>
  )
}

interface AlarmValueProps {
  location: Alarm['locations'][number] | undefined
  states: AnswerOf<'values', 'lastStates'> | undefined
  links: readonly (NetLink | undefined)[]
}

/** Current value of the alert's parameter, with its time if it is old. */
const AlarmValue = ({ location, states, links }: AlarmValueProps): ReactNode => {
  const state = location && states?.[location.paramId]
  if (location === undefined || state?.formattedValue === undefined) return null
  const link = links.find((one) => one?.netId === location.netId)
  const device = link?.devices.find(({ deviceId }) => deviceId === location.deviceId)
  return (
    <AgedValue state={state} reading={{ isTracked: true, updatePeriodSec: device?.updatePeriodSec ?? 0, device }}>
      <Value text={state.formattedValue} />
    </AgedValue>
  )
}
