import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import type { PolledDevice } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import { DeviceState } from '../device-state.tsx'
import { LastGoodRead } from '../last-good-read.tsx'

export interface DeviceFactsProps {
  device: AnswerOf<'devices', 'get'>
  /** Undefined until it is known. */
  polled: PolledDevice | undefined
}

/** Whether a device is read, when it last was, and what went wrong. */
export const DeviceFacts = ({ device: { netId, modbusUnitId }, polled }: DeviceFactsProps): ReactNode => {
  const texts = useTexts()
  const { common, device, net: netTexts, trouble } = texts
  const { duration, number } = useFormat()
  const net = useQuery(apiQuery('nets', 'get', { netId }))
  const netLink =
    net.data === undefined ? (
      <Skeleton key="net" />
    ) : (
      <Link key="net" to="/nets/$id" params={{ id: netId }}>
        {net.data.name}
      </Link>
    )
  const fact = (show: (known: PolledDevice) => ReactNode): ReactNode =>
    polled === undefined ? <Skeleton key="coming" /> : show(polled)
  // Of a device in trouble the notice says what is done about it.
  const whileRead: [string, ReactNode][] =
    polled?.trouble === undefined
      ? [
          [device.nextRead, fact(({ nextReadOn }) => (nextReadOn === undefined ? '—' : <Ago iso={nextReadOn} />))],
          [device.took, fact(({ lastDurationMs: ms }) => (ms === undefined ? '—' : duration(ms)))],
          [
            netTexts.lastError,
            fact(({ lastError }) => (lastError === undefined ? common.none : reasonText(texts, lastError))),
          ],
        ]
      : []
  return (
    <Panel title={device.about}>
      <Facts
        facts={[
          [common.network, netLink],
          [common.unit, number(modbusUnitId)],
          [common.state, fact((known) => <DeviceState device={known} />)],
          [trouble.lastGoodRead, fact((known) => <LastGoodRead device={known} />)],
          ...whileRead,
        ]}
      />
    </Panel>
  )
}
