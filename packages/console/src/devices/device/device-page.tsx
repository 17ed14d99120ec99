import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrgOfNet } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import type { PolledDevice } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Count } from '../../ui/feedback/count.tsx'
import { healthOf, tones } from '../../ui/feedback/device-health.rules.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'
import { LastGoodRead } from '../device-state.tsx'
import { TagList } from '../tag-filter.tsx'
import { DeviceVerdict } from '../trouble-notice.tsx'
import { useDocumentTitle } from '../use-document-title.ts'
import { usePolledDevice } from '../use-polled-device.ts'
import { ReadNowButton } from './read-now-button.tsx'

/** A device: what it says, its past, how reading of it goes, and what people set of it; each in a tab. */
export const DevicePage = (): ReactNode => {
  const { id: deviceId } = useParams({ from: '/shell/devices/$id' })
  const { alerts, common, computed, device: texts } = useTexts()
  const isManager = useHasRole('manager')
  const device = useQuery(apiQuery('devices', 'get', { deviceId }))
  useOrgOfNet(device.data?.netId)
  const { device: polled } = usePolledDevice(device.data?.netId, deviceId)
  const net = useQuery({
    ...apiQuery('nets', 'get', { netId: device.data?.netId ?? 0 }),
    enabled: device.data !== undefined,
  })
  useDocumentTitle(device.data?.name, net.data?.name)
  const params = useQuery(apiQuery('devices', 'params', { deviceId })).data
  const card = useQuery(apiQuery('cards', 'device', { deviceId })).data
  const actions = device.data && (
    <>
      {isManager && card?.isComputed === true && (
        <Link to="/computed/new" search={{ device: deviceId }} className={buttonClass('primary')}>
          {computed.addMore}
        </Link>
      )}
      <ReadNowButton deviceId={deviceId} />
      {isManager && <DeviceSwitch device={device.data} />}
    </>
  )
  return (
    <Page
      title={device.data?.name ?? common.device}
      badge={polled !== undefined && <HealthBadge device={polled} />}
      facts={device.data && <DeviceLine device={device.data} polled={polled} card={card} />}
      actions={actions}
    >
      <Loaded query={device}>
        {({ netId }) => (
          <>
            {polled !== undefined && <DeviceVerdict device={polled} netId={netId} />}
            <Tabs label={texts.parts}>
              <Tab
                to="/devices/$id"
                params={{ id: deviceId }}
                count={params !== undefined && <Count count={params.length} isHidden />}
              >
                {texts.values}
              </Tab>
              <Tab to="/devices/$id/chart" params={{ id: deviceId }}>
                {texts.chart}
              </Tab>
              <Tab to="/devices/$id/alerts" params={{ id: deviceId }}>
                {alerts.title}
              </Tab>
              <Tab to="/devices/$id/diagnostics" params={{ id: deviceId }}>
                {texts.diagnostics}
              </Tab>
              {isManager && (
                <Tab to="/devices/$id/settings" params={{ id: deviceId }}>
                  {texts.settings}
                </Tab>
              )}
            </Tabs>
            <Outlet />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Shows nothing while the device is normal. */
const HealthBadge = ({ device }: { device: PolledDevice }): ReactNode => {
  const { health, trouble } = useTexts()
  const state = healthOf(device)
  if (state === 'ok') return null
  const text = device.trouble === undefined ? health[state] : trouble.kinds[device.trouble.kind]
  return <Badge tone={tones[state]}>{text}</Badge>
}

interface DeviceLineProps {
  device: AnswerOf<'devices', 'get'>
  polled: PolledDevice | undefined
  card: AnswerOf<'cards', 'device'> | undefined
}

const DeviceLine = ({ device: { modbusUnitId, updatePeriodSec }, polled, card }: DeviceLineProps): ReactNode => {
  const { computed, device, trouble } = useTexts()
  const { duration, number } = useFormat()
  return (
    <>
      {card?.isComputed === true
        ? computed.workedOut({ period: duration(updatePeriodSec * 1000) })
        : `${device.unitNumber({ unit: number(modbusUnitId) })} · ${device.readEvery({ time: duration(updatePeriodSec * 1000) })}`}
      {polled !== undefined && (
        <>
          {' · '}
          {trouble.lastGoodRead}: <LastGoodRead device={polled} />
        </>
      )}
      {card !== undefined && card.location !== '' && ` · ${card.location}`} <TagList tags={card?.tags ?? []} />
    </>
  )
}

/** Pauses or resumes reading of a device. */
const DeviceSwitch = ({ device: { id: deviceId, disabledOn } }: { device: AnswerOf<'devices', 'get'> }): ReactNode => {
  const { device } = useTexts()
  const change = useAction('devices', 'changeDisable', [['devices'], ['links'], ['nets'], ['values']])
  if (disabledOn !== undefined) {
    return (
      <Button
        variant="primary"
        isChange
        disabled={change.isPending}
        onClick={() => change.mutate({ deviceId, enabled: true })}
      >
        {device.goOn}
      </Button>
    )
  }
  return (
    <ConfirmButton
      act={device.pause}
      question={device.pauseQuestion}
      isBusy={change.isPending}
      onConfirm={() => change.mutate({ deviceId, enabled: false })}
    />
  )
}
