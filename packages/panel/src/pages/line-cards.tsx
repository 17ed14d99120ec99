import { fill } from '@busbar/ui/messages'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '../api/api.ts'
import type { Frame } from '../api/bus-live.ts'
import { sendPdu } from '../api/modbus.ts'
import { testedUnits, timesFor } from '../format/cable.rules.ts'
import { type UnitHealth, type Verdict, verdictsOf } from '../format/verdict.rules.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Failure, Mark, type Tone, Waiting } from '../ui/parts.tsx'
import type { Unit } from './unit-row.tsx'

const tones: Readonly<Record<Verdict['kind'], Tone>> = {
  good: 'ok',
  nobody: 'muted',
  allSilent: 'critical',
  noisyLine: 'critical',
  foreignTraffic: 'critical',
  duplicateUnit: 'critical',
  silentUnit: 'unknown',
  noisyUnit: 'warning',
  slowUnit: 'warning',
  refusingUnit: 'warning',
}

/** The most likely cause of problems, in words. */
export const VerdictCard = ({ units }: { units: readonly Unit[] | undefined }): ReactNode => {
  const { bus } = useTexts()
  return (
    <Card title={bus.verdict} aside={bus.twoHours}>
      {units === undefined ? <Waiting /> : <Verdicts units={units} />}
    </Card>
  )
}

const Verdicts = ({ units }: { units: readonly UnitHealth[] }): ReactNode => {
  const { verdicts } = useTexts()
  return (
    <ul className="list">
      {verdictsOf(units).map((one) => (
        <li key={`${one.kind} ${'uid' in one ? one.uid : ''}`}>
          <Mark tone={tones[one.kind]} />
          <span className="grow">
            {fill(verdicts[one.kind], 'uid' in one ? { unit: one.uid, percent: one.percent } : {})}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The share of line time of each source. */
export const SourcesCard = ({ sources }: { sources: AnswerOf<'bus.status'>['sources'] | undefined }): ReactNode => {
  const texts = useTexts()
  const all = (sources ?? []).reduce((sum, { busySec }) => sum + busySec, 0)
  return (
    <Card title={texts.bus.sources} aside={texts.bus.sinceStart}>
      {sources === undefined ? (
        <Waiting />
      ) : (
        <dl className="facts">
          {sources.map(({ from, requests, failed, busySec }) => [
            <dt key={from}>{texts.sources[from]}</dt>,
            <dd key={`${from} said`}>
              {texts.bus.use({ requests, failed, share: all === 0 ? 0 : Math.round((100 * busySec) / all) })}
            </dd>,
          ])}
        </dl>
      )}
    </Card>
  )
}

/** Any answer will do, an exception too. */
const readOne = [3, 0, 0, 0, 1]

interface CableTest {
  /** The newest frame before it. */
  readonly after: number
  readonly done: number
  readonly all: number
  readonly isOver: boolean
}

/** Asks every unit again and again and judges what came back, so that a cable that was mended is seen to be good at once. */
export const CableCard = ({ units, frames }: { units: readonly Unit[]; frames: readonly Frame[] }): ReactNode => {
  const { bus } = useTexts()
  const [test, setTest] = useState<CableTest | null>(null)
  const [seen, setSeen] = useState<readonly Frame[]>([])
  const [error, setError] = useState<unknown>(null)
  const ending = useRef(new AbortController())
  useEffect(() => () => ending.current.abort(), [])
  const after = test?.after
  const all = test?.all ?? 0
  // Frames arrive on a separate stream, a little later. After a test, only those of its requests are used.
  useEffect(() => {
    if (after === undefined) return
    const own = frames.filter(({ number, from }) => number > after && from === 'api').slice(0, all)
    setSeen((was) => (own.length >= was.length ? own : was))
  }, [frames, after, all])
  const answering = units.filter(({ answeredOn }) => answeredOn !== null)
  const times = timesFor(answering.length)
  const run = async (): Promise<void> => {
    const end = new AbortController()
    ending.current = end
    setError(null)
    setSeen([])
    const total = times * answering.length
    setTest({ after: frames.at(-1)?.number ?? 0, done: 0, all: total, isOver: false })
    let done = 0
    try {
      for (let time = 0; time < times; time += 1) {
        for (const { uid } of answering) {
          if (end.signal.aborted) break
          await sendPdu(uid, readOne)
          done += 1
          setTest((was) => was && { ...was, done })
        }
      }
    } catch (problem) {
      setError(problem)
    }
    setTest((was) => was && { ...was, done, all: done, isOver: true })
  }
  const isRunning = test?.isOver === false
  const tested = testedUnits(seen)
  return (
    <Card title={bus.cable}>
      <div className="stack">
        <p className="quiet">{answering.length === 0 ? bus.cableNobody : bus.cableAbout({ times })}</p>
        {isRunning && <p role="status">{bus.cableProgress({ done: test.done, all: test.all })}</p>}
        <Button
          disabled={answering.length === 0}
          onClick={() => {
            if (isRunning) ending.current.abort()
            else void run()
          }}
        >
          {isRunning ? bus.stop : bus.cableStart}
        </Button>
        <Failure error={error} />
        {test !== null && tested.length > 0 && (
          <>
            {!isRunning && <Verdicts units={tested} />}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
            <section className="scroll" tabIndex={0} aria-label={bus.cable}>
              <table>
                <thead>
                  <tr>
                    <th>{bus.unit}</th>
                    <th className="end">{bus.requests}</th>
                    <th className="end">{bus.lost}</th>
                    <th className="end">{bus.spoilt}</th>
                    <th className="end">{bus.slowest}</th>
                  </tr>
                </thead>
                <tbody>
                  {tested.map(({ uid, requests: count, lost, damaged, slowestMs }) => (
                    <tr key={uid}>
                      <td>
                        <b>{uid}</b>
                      </td>
                      <td className="end">{count}</td>
                      <td className="end">{lost}</td>
                      <td className="end">{damaged}</td>
                      <td className="end">{slowestMs === null ? '–' : `${Math.round(slowestMs)} ms`}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </>
        )}
      </div>
    </Card>
  )
}
