import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { ReadNowButton } from './read-now-button.tsx'
import type { ReadOutcome } from './use-read-all.ts'

/** More names are not worth reading. */
const namesMax = 8

/** Asks the device now, and shows what came of it. */
export const ReadNowPanel = ({ deviceId }: { deviceId: number }): ReactNode => {
  const { device } = useTexts()
  const [outcome, setOutcome] = useState<ReadOutcome | null>(null)
  return (
    <Panel title={device.askNow} aside={<ReadNowButton deviceId={deviceId} onOutcome={setOutcome} />}>
      <div className="px-4 pb-4 text-sm" role="status">
        {outcome === null ? (
          <p className="text-quiet">{device.askNowHelp}</p>
        ) : (
          <Outcome outcome={outcome} deviceId={deviceId} />
        )}
      </div>
    </Panel>
  )
}

const Outcome = ({ outcome: { on, tookMs, read, failed }, deviceId }: { outcome: ReadOutcome; deviceId: number }) => {
  const texts = useTexts()
  const { device } = texts
  const { duration, moment, number } = useFormat()
  const language = useLanguage()
  const now = useNow()
  const params = useQuery(apiQuery('devices', 'params', { deviceId })).data ?? []
  const names = new Map(params.map(({ id, name }) => [id, paramText(name, language)]))
  const all = read + [...failed.values()].reduce((sum, ids) => sum + ids.length, 0)
  return (
    <>
      <StateMark tone={read === all ? 'ok' : read > 0 ? 'warning' : 'unknown'}>
        {read > 0
          ? device.readDone({ some: number(read), all: number(all), time: duration(tookMs) })
          : device.readNone({ time: duration(tookMs) })}{' '}
        <time dateTime={on} className="font-normal text-quiet">
          {moment(on, now)}
        </time>
      </StateMark>
      {failed.size > 0 && (
        <ul className="mt-2 flex flex-col gap-1">
          {[...failed].map(([reason, ids]) => (
            <li key={reason} className="break-words">
              {reasonText(texts, reason)}:{' '}
              <span className="text-quiet">
                {ids
                  .slice(0, namesMax)
                  .map((id) => names.get(id) ?? id)
                  .join(', ')}
                {ids.length > namesMax && ` ${device.andMore({ count: ids.length - namesMax })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
