import { type ReactNode, useEffect, useState } from 'react'
import { type AnswerOf, call } from '../api/api.ts'
import { dateText, reversed } from '../format/format.ts'
import { hrefOf, replaceAddress, useAddress } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Card, Failure, Segments } from '../ui/parts.tsx'

type LogLine = AnswerOf<'log.lines'>['lines'][number]
const keptMax = 500

/** The log of the gateway, newest first. */
export const LogPage = (): ReactNode => {
  const { log } = useTexts()
  const { query } = useAddress()
  const [lines, setLines] = useState<readonly LogLine[]>([])
  const show = query.get('show') === 'problems' ? 'problems' : 'all'
  const { data, error } = usePoll(() => call('log.lines', { after: lines.at(-1)?.number ?? 0 }), 2000)
  useEffect(() => {
    const fresh = data?.lines ?? []
    if (fresh.length > 0)
      setLines((was) => [...was.filter(({ number }) => number < (fresh[0]?.number ?? 0)), ...fresh].slice(-keptMax))
  }, [data])
  const shown = reversed(lines.filter(({ level }) => show === 'all' || level !== 'info'))
  return (
    <main>
      <Card title={log.title} aside={log.about}>
        <div className="stack">
          <Segments
            label={log.show}
            value={show}
            options={[
              ['all', log.all],
              ['problems', log.problems],
            ]}
            onChange={(one) => replaceAddress(hrefOf('log', { show: one }))}
          />
          <Failure error={error} />
          <ul className="list">
            {shown.map(({ number, on, level, text }) => (
              <li key={number}>
                <div className="grow">
                  <small>{dateText(on)}</small>{' '}
                  {level !== 'info' && (
                    <span className={`tag ${level === 'error' ? 'critical' : 'warning'}`}>{level}</span>
                  )}
                  <br />
                  {text}
                </div>
              </li>
            ))}
          </ul>
          {shown.length === 0 && <p className="quiet">{log.nothing}</p>}
        </div>
      </Card>
    </main>
  )
}
