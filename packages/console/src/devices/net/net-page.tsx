import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrgOfNet } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useOwnZone } from '../../data/state/preferences.ts'
import { countsOf } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Count } from '../../ui/feedback/count.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'
import { useNetStatistics } from './use-net-statistics.ts'

/** Actions on a network, for users with permission. */
const NetActions = ({ net: { id: netId, disabledOn, disabledBy } }: { net: AnswerOf<'nets', 'get'> }): ReactNode => {
  const { net } = useTexts()
  const isOperator = useHasRole('operator')
  const isManager = useHasRole('manager')
  const drop = useAction('links', 'drop', [['links']], ({ dropped }) => toast(net.dropped({ count: dropped })))
  const change = useAction('nets', 'changeDisable', [['nets'], ['links']])
  const isOff = disabledOn !== undefined
  return (
    <>
      {isOperator && !isOff && (
        <ConfirmButton
          act={net.drop}
          question={net.dropQuestion}
          isBusy={drop.isPending}
          onConfirm={() => drop.mutate({ netId })}
        />
      )}
      {isManager && !isOff && (
        <ConfirmButton
          act={net.pause}
          question={net.pauseQuestion}
          isBusy={change.isPending}
          onConfirm={() => change.mutate({ netId, enabled: false })}
        />
      )}
      {isManager && isOff && disabledBy !== 'admin' && (
        <Button
          variant="primary"
          isChange
          disabled={change.isPending}
          onClick={() => change.mutate({ netId, enabled: true })}
        >
          {net.goOn}
        </Button>
      )}
    </>
  )
}

type Net = AnswerOf<'nets', 'get'>

/** A network with tabs for devices, bus, connection and settings. */
export const NetPage = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const { common, net: texts, registers } = useTexts()
  const { time } = useFormat()
  const isManager = useHasRole('manager')
  const isOperator = useHasRole('operator')
  const net = useQuery(apiQuery('nets', 'get', { netId }))
  useOrgOfNet(netId)
  const statistics = useNetStatistics(netId)
  const devices = statistics.data?.devices ?? []
  const { silent } = countsOf(devices)
  const badge = silent > 0 && <Badge tone="unknown">{texts.silent({ count: silent })}</Badge>
  const actions = net.data && (
    <>
      {isManager && (
        <Link to="/nets/new" search={{ net: netId }} className={buttonClass('primary')}>
          <Plus className="size-4" strokeWidth={1.75} aria-hidden="true" />
          {texts.addDevices}
        </Link>
      )}
      <NetActions net={net.data} />
    </>
  )
  return (
    <Page
      title={net.data?.name ?? common.network}
      badge={badge}
      facts={net.data && <NetFacts net={net.data} />}
      actions={actions}
    >
      <Loaded query={net}>
        {({ disabledOn, disabledBy, disabledNote, mac }) => (
          <>
            {disabledOn !== undefined && (
              <Notice tone="warning">
                {disabledBy === 'admin' ? texts.pausedByAdmin : texts.pausedSince({ when: time(disabledOn) })}{' '}
                {disabledNote}
              </Notice>
            )}
            <Tabs label={texts.parts}>
              <Tab
                to="/nets/$id"
                params={{ id: netId }}
                count={devices.length > 0 && <Count count={devices.length} isHidden />}
              >
                {texts.devices}
              </Tab>
              <Tab
                to="/nets/$id/bus"
                params={{ id: netId }}
                count={silent > 0 && <Count count={silent} look="unknown" isHidden />}
              >
                {texts.busHealth}
              </Tab>
              {isOperator && (
                <Tab to="/nets/$id/registers" params={{ id: netId }}>
                  {registers.tab}
                </Tab>
              )}
              <Tab to="/nets/$id/connection" params={{ id: netId }}>
                {texts.connection}
              </Tab>
              {mac !== undefined && (
                <Tab to="/nets/$id/gateway" params={{ id: netId }}>
                  {texts.gateway}
                </Tab>
              )}
              {isManager && (
                <Tab to="/nets/$id/settings" params={{ id: netId }}>
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

const NetFacts = ({ net: { mac, ip, port, description } }: { net: Net }): ReactNode => {
  const zone = useOwnZone()
  const { net } = useTexts()
  const reach = mac === undefined ? net.dialled({ address: `${ip}:${port}` }) : net.calledIn({ mac })
  return [...(description === undefined ? [] : [description]), reach, zone].join(' · ')
}
