import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Cpu } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { compareNames } from '../../data/format/compare-names.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { countsOf, type PolledDevice } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { sortOf, sortText } from '../../ui/layout/columns.ts'
import { Figure, Figures, PartOf } from '../../ui/layout/figures.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { CardFacts } from '../card-facts.tsx'
import { useCards } from '../use-cards.ts'
import { type NetDevice, NetDevices } from './net-devices.tsx'
import { useNetAvailability, useNetStatistics } from './use-net-statistics.ts'

/** Devices of a network with their poll state. */
export const DevicesTab = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const { computed, many, net: texts } = useTexts()
  const search = useSearch({ from: '/shell/nets/$id/' })
  const { q = '', sort } = search
  const navigate = useNavigate()
  const net = useQuery(apiQuery('nets', 'get', { netId })).data
  const devices = useQuery(apiQuery('nets', 'devices', { netId }))
  const statistics = useNetStatistics(netId)
  const day = useNetAvailability(netId, 1, 48)
  const isManager = useHasRole('manager')
  const field = (
    <div className="flex flex-wrap items-center gap-2">
      {isManager && (
        <>
          <Link to="/nets/$id/add" params={{ id: netId }} className={buttonClass('quiet')}>
            {many.add}
          </Link>
          <Link to="/computed/new" search={{ net: netId }} className={buttonClass('quiet')}>
            {computed.open}
          </Link>
        </>
      )}
      <SearchField
        label={texts.findDevice}
        text={q}
        onText={(text) =>
          void navigate({
            to: '/nets/$id',
            params: { id: netId },
            search: { ...search, q: text === '' ? undefined : text },
            replace: true,
          })
        }
      />
    </div>
  )
  return (
    <>
      <NetFigures netId={netId} statistics={statistics.data} />
      <Panel title={texts.devices} aside={field}>
        <Loaded query={devices}>
          {(all) => (
            <Found
              devices={all}
              polled={statistics.data?.devices}
              day={day.data}
              text={q}
              sort={sort}
              onSort={(next) =>
                void navigate({
                  to: '/nets/$id',
                  params: { id: netId },
                  search: { ...search, sort: next },
                  replace: true,
                })
              }
            />
          )}
        </Loaded>
      </Panel>
      {net !== undefined && <CardFacts of={{ netId }} name={net.name} />}
    </>
  )
}

interface FoundProps {
  devices: AnswerOf<'nets', 'devices'>
  polled: readonly PolledDevice[] | undefined
  day: AnswerOf<'availability', 'net'> | undefined
  text: string
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

const Found = ({ devices, polled, day, text, sort, onSort }: FoundProps): ReactNode => {
  const { net } = useTexts()
  const { devices: cards } = useCards()
  const rows = useMemo(() => {
    const groupOf = ({ id }: { id: number }): string => cards.get(id)?.groupName ?? ''
    const polledOf = new Map(polled?.map((one) => [one.deviceId, one]))
    const dayOf = new Map(day?.devices.map((one) => [one.deviceId, one]))
    const words = text.trim().toLowerCase().split(/\s+/)
    return devices
      .filter(({ name, modbusUnitId }) => words.every((word) => `${name} ${modbusUnitId}`.toLowerCase().includes(word)))
      .toSorted((a, b) => compareNames(groupOf(a), groupOf(b)))
      .map((device): NetDevice => {
        const groupName = groupOf(device)
        return { device, groupName, polled: polledOf.get(device.id), day: dayOf.get(device.id) }
      })
  }, [devices, polled, day, text, cards])
  if (devices.length === 0) return <EmptyState icon={Cpu} title={net.noDevices} help={net.noDevicesHelp} />
  if (rows.length === 0) return <EmptyState title={net.noneFound({ text: text.trim() })} />
  return (
    <NetDevices
      rows={rows}
      fromMs={Date.parse(day?.steps[0]?.from ?? '')}
      sort={sortOf(sort)}
      onSort={(next) => onSort(sortText(next))}
    />
  )
}

interface NetFiguresProps {
  netId: number
  statistics: AnswerOf<'links', 'statistics'> | undefined
}

/** How reading goes, in five numbers. */
const NetFigures = ({ netId, statistics }: NetFiguresProps): ReactNode => {
  const { common, health, net } = useTexts()
  const { duration, moment, number, percent, span } = useFormat()
  const now = useNow()
  const status = useQuery(apiQuery('links', 'status', { netId })).data
  const polling = statistics?.polling
  const devices = statistics?.devices ?? []
  const { all, silent } = countsOf(devices)
  const paused = devices.filter(({ trouble }) => trouble?.kind === 'paused').length
  const words = [
    ...(silent > 0 ? [net.silent({ count: silent })] : []),
    ...(paused > 0 ? [net.paused({ count: paused })] : []),
  ]
  const none = statistics === undefined ? undefined : '—'
  const load = polling?.busLoad
  return (
    <Figures>
      <Figure
        title={net.devicesRead}
        value={statistics && <PartOf some={number(all - silent)} all={net.of({ all: number(devices.length) })} />}
        more={words.length > 0 && <StateMark tone={silent > 0 ? 'unknown' : 'muted'}>{words.join(', ')}</StateMark>}
      />
      <Figure
        title={net.busLoad}
        value={load === undefined ? none : percent(load)}
        more={load !== undefined && load > 1 && <StateMark tone="warning">{net.cannotKeepUp}</StateMark>}
      />
      <Figure
        title={net.roundTakes}
        value={polling === undefined ? none : duration(polling.lastCycleMs)}
        more={
          polling?.periodSec !== undefined && (
            <span className="text-quiet">{net.ofAllowed({ time: duration(polling.periodSec * 1000) })}</span>
          )
        }
      />
      <Figure
        title={net.answerTime}
        value={polling?.meanExchangeMs === undefined ? none : duration(polling.meanExchangeMs)}
      />
      <Figure
        title={health.connected}
        value={
          status &&
          (status.connected && status.since !== undefined
            ? span(Math.max(0, now - Date.parse(status.since)))
            : status.connected
              ? health.connected
              : '—')
        }
        more={
          status !== undefined &&
          (status.connected ? (
            status.since !== undefined && (
              <span className="text-quiet">
                {common.since} {moment(status.since, now)}
              </span>
            )
          ) : (
            <StateMark tone="unknown">{health.disconnected}</StateMark>
          ))
        }
      />
    </Figures>
  )
}
