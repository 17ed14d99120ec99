import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, ask } from '../../api/ask.ts'
import { refetchEvery } from '../../api/refetch-every.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { healthOf, tones } from '../../ui/feedback/device-health.rules.ts'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'

/** When it is read next, only the service knows. */
const refetchInterval = refetchEvery(10_000)

/** Whether a device is read, when, and what went wrong. */
export const DeviceFacts = ({ device: { id, netId } }: { device: AnswerOf<'devices', 'get'> }): ReactNode => {
  const texts = useTexts()
  const { common, device, health, net: netTexts } = texts
  const { duration } = useFormat()
  const net = useQuery(ask('nets', 'get', { netId }))
  const statistics = useQuery({ ...ask('links', 'statistics', { netId }), refetchInterval })
  const polled = statistics.data?.devices.find(({ deviceId }) => deviceId === id)
  const state = polled === undefined ? null : healthOf(polled)
  return (
    <Panel title={device.about}>
      <Facts
        facts={[
          [
            common.network,
            <Link key="net" to="/nets/$id" params={{ id: netId }}>
              {net.data?.name ?? common.network}
            </Link>,
          ],
          [
            common.state,
            state === null ? (
              '—'
            ) : (
              <StateMark key="state" tone={tones[state]}>
                {health[state]}
              </StateMark>
            ),
          ],
          [common.lastRead, <Ago key="read" iso={polled?.lastPollOn} />],
          [device.nextRead, polled?.nextReadOn === undefined ? '—' : <Ago key="next" iso={polled.nextReadOn} />],
          [device.took, polled?.lastDurationMs === undefined ? '—' : duration(polled.lastDurationMs)],
          [netTexts.lastError, polled?.lastError === undefined ? common.none : reasonText(texts, polled.lastError)],
        ]}
      />
    </Panel>
  )
}
