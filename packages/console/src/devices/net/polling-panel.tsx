import type { ReactNode } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { LoadMeter } from '../../readings/charts/load-meter.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Facts } from '../../ui/layout/page.tsx'

type PollingStatistics = NonNullable<AnswerOf<'links', 'statistics'>['polling']>

/** How reading a network goes since the service was started. */
export const PollingPanel = ({ polling }: { polling: PollingStatistics | undefined }): ReactNode => {
  const { net } = useTexts()
  if (polling === undefined) return <EmptyState title={net.notPolled} />
  return (
    <>
      {(polling.busLoad ?? 0) > 1 && (
        <div className="px-4 pb-2">
          <Notice tone="warning">{net.busFull}</Notice>
        </div>
      )}
      <PollingFacts polling={polling} />
    </>
  )
}

const PollingFacts = ({ polling }: { polling: PollingStatistics }): ReactNode => {
  const texts = useTexts()
  const { common, net } = texts
  const { duration, number } = useFormat()
  const ms = (value: number | undefined): string => (value === undefined ? '—' : duration(value))
  const failures = Object.entries(polling.failures).filter(([, count]) => count > 0)
  return (
    <Facts
      facts={[
        [
          net.busLoad,
          polling.busLoad === undefined ? '—' : <LoadMeter key="load" label={net.busLoad} load={polling.busLoad} />,
        ],
        [net.cycle, ms(polling.predictedCycleMs)],
        [net.lastCycle, duration(polling.lastCycleMs)],
        [net.lag, duration(polling.lagP99Ms)],
        [net.requests, number(polling.requestsPerCycle)],
        [net.exchange, ms(polling.meanExchangeMs)],
        [net.polls, number(polling.polls)],
        [net.skipped, number(polling.skipped)],
        [net.readings, number(polling.readings)],
        [
          net.failures,
          failures.length === 0 ? (
            common.none
          ) : (
            <ul key="failures">
              {failures.map(([reason, count]) => (
                <li key={reason}>
                  {reasonText(texts, reason)}: {number(count)}
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  )
}
