import type { ReactNode } from 'react'
import { type AnswerOf, call } from '../api/api.ts'
import { type GatewayState, readState } from '../api/state.ts'
import { dayTimeText, durationText, lineText, sizeText } from '../format/format.ts'
import { hrefOf } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Card, Failure, Notice, Waiting } from '../ui/parts.tsx'
import { LinksCard } from './links-card.tsx'
import { Rs485Notice } from './port-card.tsx'
import { disturbanceText, UnitRow } from './unit-row.tsx'

const [width, height] = [320, 84]
/** From here on, polling gets slower. */
const busyPercent = 70

/** The load of an hour, by the minute. */
const LoadChart = ({ minutes }: { minutes: readonly number[] }): ReactNode => {
  const { status } = useTexts()
  const step = width / Math.max(1, minutes.length - 1)
  const points = minutes.map((percent, at) => `${(at * step).toFixed(1)} ${(height * (1 - percent / 100)).toFixed(1)}`)
  const line = `M${points.join('L')}`
  const limit = height * (1 - busyPercent / 100)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className="chart"
      role="img"
      aria-label={status.loadChart({ count: minutes.length - 1 })}
    >
      <path d={`M0 ${limit}H${width}`} stroke="var(--warning)" strokeDasharray="4 3" />
      <path d={`${line}L${width} ${height}L0 ${height}z`} fill="var(--selected)" />
      <path d={line} fill="none" stroke="var(--accent)" strokeWidth="1.6" />
    </svg>
  )
}

const day = 86_400

/** The position of the sun between sunrise and sunset. */
const SunArc = ({ rise, set, now }: { rise: number; set: number; now: number }): ReactNode => {
  const { status } = useTexts()
  const x = (seconds: number): number => 10 + (240 * seconds) / day
  const share = (now - rise) / (set - rise)
  const isUp = share >= 0 && share <= 1
  const y = isUp ? 60 - 164 * share * (1 - share) : 60
  const label = status.sun({ rise: dayTimeText(rise), set: dayTimeText(set) })
  return (
    <svg viewBox="0 0 260 78" className="chart" role="img" aria-label={label}>
      <path d="M10 60H250" stroke="var(--line-strong)" />
      <path
        d={`M${x(rise)} 60Q${x((rise + set) / 2)} -22 ${x(set)} 60`}
        fill="none"
        stroke="var(--warning)"
        strokeWidth="2"
      />
      <circle cx={x(now)} cy={y} r="5" fill="var(--quiet)" />
      <text x={x(rise)} y="75" textAnchor="middle" fontSize="11" fill="var(--faint)">
        {dayTimeText(rise)}
      </text>
      <text x={x(set)} y="75" textAnchor="middle" fontSize="11" fill="var(--faint)">
        {dayTimeText(set)}
      </text>
    </svg>
  )
}

const liveMs = 1000
const unitsMs = 5000
const boxMs = 3000
const httpsMs = 10_000

const readAll = async () => {
  const [state, bus] = await Promise.all([
    readState(
      'ethernet',
      'gsm',
      'vpn',
      'mbTcpCallback',
      'fwUpdate',
      'mbTcpServer',
      'mbTcpClients',
      'statistics',
      'memCard',
      'settings',
      'time',
      'misc',
    ),
    call('bus.status'),
  ])
  return { ...state, bus }
}
type StatusAnswers = Awaited<ReturnType<typeof readAll>>

export const StatusPage = (): ReactNode => {
  const texts = useTexts()
  const { status } = texts
  const { data, error, lostSince } = usePoll(readAll, liveMs)
  const units = usePoll(() => call('units.list'), unitsMs)
  const box = usePoll(() => call('box.status'), boxMs)
  const broker = usePoll(() => call('mqtt.status'), boxMs)
  const https = usePoll(() => call('box.https'), httpsMs)
  if (data === undefined) return <main>{error === null ? <Waiting /> : <Failure error={error} />}</main>
  const failing = (units.data?.units ?? []).filter(({ failedInRow, disturbance }) => failedInRow >= 3 || disturbance)
  return (
    <main className="columns">
      {lostSince !== null && (
        <Notice tone="critical" className="w12">
          {status.lost({ age: durationText(texts, (Date.now() - lostSince) / 1000) })}
        </Notice>
      )}
      {data.settings.notKept !== undefined && (
        <Notice tone="critical" className="w12">
          {status.notKept} {data.settings.notKept}
        </Notice>
      )}
      {!data.bus.isOpen && (
        <Notice tone="warning" className="w12">
          <span className="grow">
            <b>{status.portClosed}</b> {data.bus.problem}
          </span>
          <a href={hrefOf('settings', { group: 'port' })}>{status.choosePort}</a>
        </Notice>
      )}
      <Rs485Notice status={data.bus.rs485} className="w12" />
      {failing.map(({ uid, name, failedInRow, disturbance }) => (
        <Notice key={uid} tone={disturbance === null ? 'unknown' : 'critical'} className="w12">
          <span className="grow">
            <b>
              {disturbance === null
                ? status.unitSilent({ unit: name === null ? uid : `${uid} · ${name}` })
                : `${texts.bus.unit} ${uid}: ${disturbanceText(texts, disturbance.cause)}.`}
            </b>{' '}
            {failedInRow > 0 && status.triesFailed({ count: failedInRow })}
          </span>
          <a href={hrefOf('bus', { unit: String(uid) })}>{status.seeFrames}</a>
        </Notice>
      ))}
      {data.settings.isUserModified && (
        <Notice tone="warning" className="w12">
          <span className="grow">{texts.settings.waiting}</span>
          <a href={hrefOf('settings')}>{texts.nav.settings}</a>
        </Notice>
      )}
      <BusCard data={data} />
      <LinksCard data={data} forwarding={box.data?.forwarding ?? []} broker={broker.data} https={https.data} />
      <TimeCard data={data} />
      <Card title={status.units} aside={status.lastDay} className="w8">
        {units.data === undefined ? (
          <Waiting />
        ) : units.data.units.length === 0 ? (
          <p className="quiet">
            {status.noUnits} <a href={hrefOf('units')}>{status.search}</a>
          </p>
        ) : (
          <ul className="list">
            {units.data.units.map((unit) => (
              <UnitRow key={unit.uid} unit={unit} />
            ))}
          </ul>
        )}
      </Card>
      <BoxCard data={data} memory={box.data?.memory} />
    </main>
  )
}

const BusCard = ({ data: { bus } }: { data: StatusAnswers }): ReactNode => {
  const { status, modes } = useTexts()
  return (
    <Card title={status.bus} aside={`${lineText(bus.line)}, ${modes[bus.mode]}`} className="w4">
      <div className="row">
        <div className="big">
          {bus.loadPercent}
          <small>% {status.load}</small>
        </div>
        <span className="grow" />
        <div className="end">
          <b>{bus.requestsPerSec}</b> <small>{status.requests}</small>
          <br />
          <b>{bus.responsesPerSec}</b> <small>{status.answers}</small>
        </div>
      </div>
      <LoadChart minutes={[...bus.load, bus.loadPercent]} />
      <small>{status.loadNote}</small>
    </Card>
  )
}

const TimeCard = ({ data: { time } }: { data: StatusAnswers }): ReactNode => {
  const { status } = useTexts()
  const [date = '', clock = ''] = time.timeLocal.split('T')
  const offsetMin = Math.round((Date.parse(`${time.timeLocal.slice(0, 19)}Z`) - Date.parse(time.timeUtc)) / 60_000)
  const sign = offsetMin < 0 ? '−' : '+'
  const zone = `UTC${sign}${dayTimeText(Math.abs(offsetMin) * 60)}`
  return (
    <Card title={status.time} aside={`${zone}${time.isDst ? `, ${status.summer}` : ''}`} className="w4">
      <div className="row">
        <div className="big">{clock.slice(0, 8)}</div>
        <span className="grow" />
        <small>{date}</small>
      </div>
      {time.sunriseLocalSec !== null && time.sunsetLocalSec !== null && (
        <SunArc rise={time.sunriseLocalSec} set={time.sunsetLocalSec} now={secondsOf(clock)} />
      )}
    </Card>
  )
}

const secondsOf = (clock: string): number => {
  const [h = 0, m = 0, s = 0] = clock.slice(0, 8).split(':').map(Number)
  return h * 3600 + m * 60 + s
}

type BoxState = Pick<GatewayState, 'memCard' | 'misc' | 'statistics' | 'fwUpdate'>

/** The box itself: card, memory, supply, temperature, and since when it runs. */
const BoxCard = ({
  data,
  memory,
}: {
  data: BoxState
  memory: AnswerOf<'box.status'>['memory'] | undefined
}): ReactNode => {
  const texts = useTexts()
  const { status, resets } = texts
  const { memCard: card, misc, statistics, fwUpdate } = data
  const [flag] = misc.resetFlags ?? []
  const cause = flag === undefined ? undefined : resets[flag as keyof typeof resets]
  return (
    <Card title={status.box} className="w4">
      <dl className="facts">
        <dt>{status.card}</dt>
        <dd>
          {card.isMounted && card.freeKb !== null && card.capacityKb !== null
            ? status.free({ free: sizeText(card.freeKb * 1024), all: sizeText(card.capacityKb * 1024) })
            : status.noCard}
        </dd>
        <dt>{status.memory}</dt>
        <dd>
          {memory === undefined
            ? '–'
            : status.memoryOf({
                free: sizeText(memory.freeKb * 1024),
                all: sizeText(memory.totalKb * 1024),
                own: sizeText(memory.ownKb * 1024),
              })}
        </dd>
        <dt>{status.supply}</dt>
        <dd>{misc.voltage === null ? status.notMeasured : `${misc.voltage} V`}</dd>
        <dt>{status.inside}</dt>
        <dd>{misc.temperature === null ? status.notMeasured : `${misc.temperature} °C`}</dd>
        <dt>{status.runsFor}</dt>
        <dd>
          {statistics.runTimeMin === 0 ? `< 1 ${texts.common.min}` : durationText(texts, statistics.runTimeMin * 60)}
          {cause !== undefined && (
            <>
              <br />
              <small>{cause}</small>
            </>
          )}
        </dd>
        <dt>{status.version}</dt>
        <dd>{fwUpdate.currentVersion}</dd>
      </dl>
    </Card>
  )
}
