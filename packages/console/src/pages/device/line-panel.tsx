import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, ask } from '../../api/ask.ts'
import { DeviceState } from '../../devices/device-state.tsx'
import type { PolledDevice } from '../../devices/trouble.rules.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'

export interface LinePanelProps {
  device: AnswerOf<'devices', 'get'>
  /** Undefined until it is known. */
  polled: PolledDevice | undefined
}

/** Where a device is on its line, and how it is asked. */
export const LinePanel = ({ device, polled }: LinePanelProps): ReactNode => {
  const texts = useTexts()
  const { common, device: words, net: netTexts, newNet } = texts
  const { duration, number } = useFormat()
  const net = useQuery(ask('nets', 'get', { netId: device.netId })).data
  const link = useQuery(ask('links', 'settings', { netId: device.netId })).data
  const coming = <Skeleton key="coming" />
  return (
    <Panel title={words.onTheLine}>
      <Facts
        facts={[
          [common.state, polled === undefined ? coming : <DeviceState key="state" device={polled} />],
          [
            common.network,
            net === undefined ? (
              coming
            ) : (
              <Link key="net" to="/nets/$id/connection" params={{ id: device.netId }}>
                {net.name}
              </Link>
            ),
          ],
          [
            common.address,
            net === undefined ? coming : net.mac === undefined ? `${net.ip}:${net.port}` : netTexts.calledIn(net.mac),
          ],
          [netTexts.protocol, net === undefined ? coming : newNet.protocols[net.protocol]],
          [common.unit, number(device.modbusUnitId)],
          [netTexts.period, duration(device.updatePeriodSec * 1000)],
          [netTexts.timeout, link === undefined ? coming : number(link.timeoutMs)],
          [words.retries, number(device.modbusTimeoutRetriesNum)],
          [words.groupSize, number(device.readGroupSize)],
          [
            netTexts.lastError,
            polled === undefined ? (
              coming
            ) : polled.lastError === undefined ? (
              common.none
            ) : (
              <span key="error">
                {reasonText(texts, polled.lastError)}{' '}
                <span className="text-quiet">
                  {polled.lastErrorOn !== undefined && <Ago iso={polled.lastErrorOn} />}
                </span>
              </span>
            ),
          ],
        ]}
      />
    </Panel>
  )
}
