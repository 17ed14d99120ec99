import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Frame } from '../../api/bus-live.ts'
import { sendPdu } from '../../api/modbus.ts'
import { testedUnits, timesFor } from '../../format/cable.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, Card, Failure } from '../../ui/parts.tsx'
import type { Unit } from '../units/unit-row.tsx'
import { Verdicts } from './bus-cards.tsx'

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
  // Frames come by their own way, a little later; of a test that is over no more are wanted than it has asked for.
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
