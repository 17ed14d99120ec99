import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../api/api.ts'
import { formatNames, lineText } from '../format/format.ts'
import { hrefOf } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import type { Texts } from '../texts/messages.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Failure, Labelled } from '../ui/parts.tsx'

const speeds = [9600, 19_200, 38_400, 57_600, 115_200, 4800, 2400, 1200]
const usualFormats = [0, 4, 3]
type Format = 0 | 1 | 2 | 3 | 4 | 5

/** Searches for units at the line's own speed, or at all usual ones. */
export const SearchCard = ({ onFound }: { onFound?: (count: number) => void }): ReactNode => {
  const { units } = useTexts()
  const { data, again } = usePoll(() => call('search.linesResult'), 1000)
  const bus = usePoll(() => call('bus.status'), 10_000)
  const [isWide, setIsWide] = useState(false)
  const [toUid, setToUid] = useState(247)
  const [error, setError] = useState<unknown>(null)
  const isRunning = data?.status === 'BUSY'
  const wasRunning = useRef(false)
  const found = data?.foundDevices ?? []
  useEffect(() => {
    if (wasRunning.current && !isRunning) onFound?.(found.length)
    wasRunning.current = isRunning
  }, [isRunning, found.length, onFound])
  const start = async (): Promise<void> => {
    setError(null)
    const line = bus.data?.line
    const here = { baudRates: [line?.baudRate ?? 9600], charFormats: [line?.charFormat ?? 0] }
    const wide = { baudRates: speeds, charFormats: usualFormats as Format[] }
    try {
      const { errorCode } = await call('search.startLines', { ...(isWide ? wide : here), fromUid: 1, toUid })
      if (errorCode !== null) setError({ code: errorCode })
      again()
    } catch (problem) {
      setError(problem)
    }
  }
  const percent = data === undefined || data.total === 0 ? 0 : Math.round((100 * data.asked) / data.total)
  return (
    <Card title={units.search} aside={isRunning ? `${percent} %` : undefined}>
      <div className="stack">
        {isRunning && data.line !== null ? (
          <>
            <div
              className="bar"
              role="progressbar"
              aria-label={units.search}
              aria-valuenow={percent}
              aria-valuemin={0}
              aria-valuemax={100}
            >
              <i style={{ width: `${percent}%` }} />
            </div>
            <p>{units.searching({ unit: data.uid ?? 0, line: lineText(data.line), found: found.length })}</p>
            {data.remainingSec !== null && <p className="quiet">{remainingText(units, data.remainingSec)}</p>}
            <Button onClick={() => void call('search.stop').then(again, setError)}>{units.stop}</Button>
          </>
        ) : (
          <>
            <label className="row">
              <input type="checkbox" checked={isWide} onChange={(event) => setIsWide(event.target.checked)} />
              <span>
                {units.allSpeeds({
                  count: speeds.length,
                  formats: usualFormats.map((one) => formatNames[one]).join(', '),
                })}
              </span>
            </label>
            <Labelled label={units.upTo}>
              {(id) => (
                <select
                  id={id}
                  className="field"
                  value={toUid}
                  onChange={(event) => setToUid(Number(event.target.value))}
                >
                  {[16, 32, 64, 247].map((one) => (
                    <option key={one} value={one}>
                      1–{one}
                    </option>
                  ))}
                </select>
              )}
            </Labelled>
            <Button kind="primary" onClick={() => void start()}>
              {units.start}
            </Button>
          </>
        )}
        <Failure error={error} />
        {!isRunning && data !== undefined && data.total > 0 && (
          <p className="quiet">{units.foundCount({ count: found.length })}</p>
        )}
        {found.length > 0 && (
          <ul className="list">
            {found.map(({ uid, isSilent, ...line }) => (
              <li key={`${uid} ${lineText(line)}`}>
                <b className="mono">{uid}</b>
                <span className="grow quiet">
                  {lineText(line)}
                  {isSilent && <span className="tag warning">{units.foundSilent}</span>}
                </span>
                <a href={hrefOf(`units/${uid}`)}>{units.open}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

const remainingText = (units: Texts['units'], sec: number): string =>
  sec > 90 ? units.remainingMin({ count: Math.round(sec / 60) }) : units.remainingSec({ count: sec })
