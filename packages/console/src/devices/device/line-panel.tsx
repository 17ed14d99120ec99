import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import type { PolledDevice } from '../../readings/values/trouble.rules.ts'
import { useDiagnosis } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import { DeviceState } from '../device-state.tsx'

export interface LinePanelProps {
  device: AnswerOf<'devices', 'get'>
  /** Undefined until it is known. */
  polled: PolledDevice | undefined
}

/** Position of a device on its bus, and its poll settings. */
export const LinePanel = ({ device, polled }: LinePanelProps): ReactNode => {
  const texts = useTexts()
  const { common, device: words, diagnosis, net: netTexts, newNet, registers } = texts
  const { decimal, duration, number } = useFormat()
  const net = useQuery(apiQuery('nets', 'get', { netId: device.netId })).data
  const link = useQuery(apiQuery('links', 'settings', { netId: device.netId })).data
  const isOperator = useHasRole('operator')
  const diagnosed = useDiagnosis(device.netId).data
  const figures = diagnosed?.units.find(({ unit }) => unit === device.modbusUnitId)
  const ms = (value: number | null | undefined): string => (value == null ? '—' : number(Math.round(value), 'ms'))
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
            net === undefined
              ? coming
              : net.mac === undefined
                ? `${net.ip}:${net.port}`
                : netTexts.calledIn({ mac: net.mac }),
          ],
          [netTexts.protocol, net === undefined ? coming : newNet.protocols[net.protocol]],
          [common.unit, number(device.modbusUnitId)],
          [
            diagnosis.answerTimes,
            diagnosed === undefined
              ? coming
              : figures?.meanMs == null
                ? '—'
                : diagnosis.answerTimesOf({
                    fastest: ms(figures.fastestMs),
                    mean: ms(figures.meanMs),
                    slowest: ms(figures.slowestMs),
                  }),
          ],
          [
            diagnosis.share,
            diagnosed === undefined
              ? coming
              : figures === undefined || diagnosed.measuredSec === 0
                ? '—'
                : decimal(figures.share * 100, { min: 0, max: 2 }, '%'),
          ],
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
      <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-sm">
        <Link to="/nets/$id/bus" params={{ id: device.netId }} search={{ unit: device.modbusUnitId }}>
          {diagnosis.requests}
        </Link>
        {isOperator && (
          <Link to="/nets/$id/registers" params={{ id: device.netId }} search={{ unit: device.modbusUnitId }}>
            {registers.tab}
          </Link>
        )}
      </p>
    </Panel>
  )
}
