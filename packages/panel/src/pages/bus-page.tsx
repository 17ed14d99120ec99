import { saveFile } from '@busbar/ui'
import { type ReactNode, useMemo, useState } from 'react'
import { call } from '../api/api.ts'
import { type Frame, useBusLive } from '../api/bus-live.ts'
import { clockText, reversed } from '../format/format.ts'
import { answerText, isException, isWrite, requestText } from '../format/pdu.ts'
import { goTo, hrefOf, replaceAddress, useAddress } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Failure, Notice, Segments } from '../ui/parts.tsx'
import { CableCard, SourcesCard, VerdictCard } from './line-cards.tsx'

const shown = ['all', 'errors', 'writes'] as const
type ExchangeFilter = (typeof shown)[number]

const shownMax = 300

/** The live bus monitor: requests and answers. */
export const BusPage = (): ReactNode => {
  const texts = useTexts()
  const { bus } = texts
  const { query } = useAddress()
  const { frames, isLive, error } = useBusLive()
  const [pausedFrames, setPausedFrames] = useState<readonly Frame[] | null>(null)
  const status = usePoll(() => call('bus.status'), 2000)
  const units = usePoll(() => call('units.list'), 5000)
  const show = shown.find((one) => one === query.get('show')) ?? 'all'
  const unit = query.get('unit') ?? ''
  const all = pausedFrames ?? frames
  const seen = useMemo(() => all.filter((frame) => isShown(frame, show, unit)), [all, show, unit])
  const chosen = seen.find(({ number }) => String(number) === query.get('frame'))
  const at = (more: Record<string, string>): string =>
    hrefOf('bus', { show, unit, frame: query.get('frame') ?? '', ...more })
  const there = new Set(all.map(({ uid }) => uid))
  const ids = Array.from({ length: 256 }, (_, uid) => uid).filter((uid) => there.has(uid))
  const rows = reversed(seen.slice(-shownMax))
  return (
    <main className="columns">
      <div className="card w12 row wrap">
        <Segments
          label={bus.show}
          value={show}
          options={shown.map((one): [ExchangeFilter, string] => [one, bus[one]])}
          onChange={(one) => replaceAddress(at({ show: one }))}
        />
        <select
          className="field narrow"
          aria-label={bus.unit}
          value={unit}
          onChange={(event) => replaceAddress(at({ unit: event.target.value }))}
        >
          <option value="">{bus.anyUnit}</option>
          {ids.map((uid) => (
            <option key={uid} value={uid}>
              {uid}
            </option>
          ))}
        </select>
        <span className="rate quiet end">
          {isLive ? bus.live : bus.notLive}
          {status.data !== undefined &&
            `, ${bus.rate({ rate: status.data.requestsPerSec, load: status.data.loadPercent })}`}
        </span>
        <Button
          isSmall
          aria-pressed={pausedFrames !== null}
          onClick={() => setPausedFrames(pausedFrames === null ? frames : null)}
        >
          {pausedFrames === null ? bus.pause : bus.goOn}
        </Button>
        <Button isSmall onClick={() => save(seen)} disabled={seen.length === 0}>
          {bus.save}
        </Button>
      </div>
      <div className="w12">
        <Failure error={error} />
      </div>
      <Card title={bus.frames} aside={bus.count({ count: seen.length })} className="w8">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
        <section className="scroll tall frames" tabIndex={0} aria-label={bus.frames}>
          <table>
            <thead>
              <tr>
                <th>{bus.time}</th>
                <th>{bus.unit}</th>
                <th>{bus.from}</th>
                <th>{bus.asked}</th>
                <th>{bus.answered}</th>
                <th className="end">ms</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((frame) => (
                <tr key={frame.number} className={frame === chosen ? 'on' : ''}>
                  <td>
                    <button
                      type="button"
                      className="link mono"
                      onClick={() => goTo(at({ frame: String(frame.number) }))}
                    >
                      {clockText(frame.on)}
                    </button>
                  </td>
                  <td>
                    <b>{frame.uid}</b>
                  </td>
                  <td className="quiet">{texts.sources[frame.from]}</td>
                  <td>{requestText(texts, frame.req)}</td>
                  <td>
                    {frame.resp === null ? (
                      <span className="tag critical">{failureText(bus, frame.error)}</span>
                    ) : (
                      answerText(texts, frame.resp, frame.req)
                    )}
                  </td>
                  <td className="end">{Math.round(frame.ms)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {rows.length === 0 && <p className="quiet">{bus.nothing}</p>}
      </Card>
      <div className="w4 stack">
        {chosen !== undefined && <FrameCard frame={chosen} onlyHref={at({ unit: String(chosen.uid) })} />}
        <VerdictCard units={units.data?.units} />
        <CableCard units={units.data?.units ?? []} frames={frames} />
        <SourcesCard sources={status.data?.sources} />
      </div>
    </main>
  )
}

const failureText = (bus: ReturnType<typeof useTexts>['bus'], error: Frame['error']): string =>
  ({
    crc: bus.damaged,
    ForeignTraffic: bus.foreignTraffic,
    DuplicateUnit: bus.duplicateUnit,
    timeout: bus.silence,
  })[error ?? 'timeout']

const isShown = (frame: Frame, show: ExchangeFilter, unit: string): boolean => {
  if (unit !== '' && String(frame.uid) !== unit) return false
  if (show === 'writes') return isWrite(frame.req)
  return show === 'all' || frame.error !== null || (frame.resp !== null && isException(frame.resp))
}

const hex = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')

/** A table for others: who reads it has neither this page nor this gateway. */
const save = (frames: readonly Frame[]): void => {
  const rows = frames.map(({ on, uid, from, req, resp, error, ms }) =>
    [on, uid, from, hex(req), resp === null ? '' : hex(resp), error ?? '', ms].join(';'),
  )
  const text = ['time;unit;from;request;answer;error;ms', ...rows].join('\r\n')
  saveFile(new Blob([text], { type: 'text/csv' }), 'bus.csv')
}

/** A request with its answer: bytes and meaning. */
const FrameCard = ({ frame, onlyHref }: { frame: Frame; onlyHref: string }): ReactNode => {
  const texts = useTexts()
  const { bus, sources } = texts
  const { on, uid, from, req, resp, error, noise, ms } = frame
  return (
    <Card title={bus.frameOf({ unit: uid })} aside={clockText(on)}>
      <div className="stack">
        <div>
          <small>
            {bus.sent} ({sources[from]})
          </small>
          <p className="mono">{hex([uid, ...req]).toUpperCase()}</p>
          <p>{requestText(texts, req)}</p>
        </div>
        {resp === null ? (
          <Notice tone={error === 'crc' ? 'warning' : 'unknown'}>
            <span>
              <b>{bus.noneWithin({ ms: Math.round(ms) })}</b>{' '}
              {error === 'ForeignTraffic' || error === 'DuplicateUnit'
                ? `${bus[error === 'ForeignTraffic' ? 'foreignTraffic' : 'duplicateUnit']}.`
                : noise > 0
                  ? bus.noiseOnly({ bytes: noise })
                  : bus.nothingHeard}
            </span>
          </Notice>
        ) : (
          <div>
            <small>
              {bus.answer}, {Math.round(ms)} ms
            </small>
            <p className="mono">{hex([uid, ...resp]).toUpperCase()}</p>
            <p>{answerText(texts, resp, req)}</p>
          </div>
        )}
        <a className="button small" href={onlyHref}>
          {bus.onlyUnit({ unit: uid })}
        </a>
      </div>
    </Card>
  )
}
