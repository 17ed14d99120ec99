import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Hash } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import type { PolledDevice } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import { AvailabilityStrip } from '../availability-strip.tsx'
import { CardFacts } from '../card-facts.tsx'
import { DeviceState, LastGoodRead } from '../device-state.tsx'
import { sharePercent } from '../strip.rules.ts'
import { usePolledDevice } from '../use-polled-device.ts'
import { FirstValues } from './first-values.tsx'
import { ValuesPanel } from './values-panel.tsx'

/** Everything that a device says, live. */
export const ValuesTab = (): ReactNode => {
  const { id: deviceId } = useParams({ from: '/shell/devices/$id' })
  const { device: texts } = useTexts()
  const device = useQuery(apiQuery('devices', 'get', { deviceId }))
  const { device: polled } = usePolledDevice(device.data?.netId, deviceId)
  const params = useQuery(apiQuery('devices', 'params', { deviceId }))
  return (
    <Loaded query={device}>
      {(found) => (
        <Loaded query={params}>
          {(all) =>
            all.length === 0 ? (
              <Panel title={texts.values}>
                <EmptyState icon={Hash} title={texts.noValues} help={texts.noValuesHelp} />
              </Panel>
            ) : (
              <>
                <FirstValues device={found} polled={polled} params={all} />
                <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_20rem]">
                  <ValuesPanel device={found} polled={polled} params={all} />
                  <div className="flex min-w-0 flex-col gap-4">
                    <DayPanel deviceId={deviceId} />
                    <DeviceFacts device={found} polled={polled} />
                    <CardFacts of={{ deviceId }} name={found.name} />
                  </div>
                </div>
              </>
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

const staleTime = 60_000
const dayMs = 86_400_000

/** How much of the last 24 hours the device was read. */
const DayPanel = ({ deviceId }: { deviceId: number }): ReactNode => {
  const { device } = useTexts()
  const { number } = useFormat()
  const day = useQuery({ ...apiQuery('availability', 'device', { deviceId, days: 1, steps: 96 }), staleTime })
  return (
    <Panel title={device.stateOfDay}>
      <Loaded query={day}>
        {({ share, steps }) => (
          <div className="px-4 pb-4 text-sm text-quiet">
            <AvailabilityStrip
              steps={steps}
              share={share}
              fromMs={Date.parse(steps[0]?.from ?? '')}
              stepMs={dayMs / Math.max(1, steps.length)}
              label={device.stateOfDay}
              className="h-6"
            />
            <p className="pt-2">
              {share === null ? device.notAsked : device.readShare({ percent: number(sharePercent(share)) })}
            </p>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

interface DeviceFactsProps {
  device: AnswerOf<'devices', 'get'>
  /** Undefined until it is known. */
  polled: PolledDevice | undefined
}

/** Poll state of a device: last read and errors. */
const DeviceFacts = ({ device: { netId, modbusUnitId }, polled }: DeviceFactsProps): ReactNode => {
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
  // For a device in trouble, the notice describes the polling.
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
