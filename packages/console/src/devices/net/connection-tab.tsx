import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Cpu, type LucideIcon, Router, Server } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { countsOf } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { useNetStatistics } from './use-net-statistics.ts'

type Net = AnswerOf<'nets', 'get'>

/** How a network is reached, from the service to its units. */
export const ConnectionTab = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const net = useQuery(apiQuery('nets', 'get', { netId }))
  return (
    <Loaded query={net}>
      {(found) => (
        <>
          <ConnectionPath net={found} />
          <ConnectionPanel net={found} />
          {found.mac !== undefined && <ConnectCodePanel mac={found.mac} />}
        </>
      )}
    </Loaded>
  )
}

/** The three stations of the way, each with its state. */
const ConnectionPath = ({ net }: { net: Net }): ReactNode => {
  const { common, health, net: texts, newNet } = useTexts()
  const { number } = useFormat()
  const status = useQuery(apiQuery('links', 'status', { netId: net.id })).data
  const devices = useNetStatistics(net.id).data?.devices
  const { all, silent } = countsOf(devices ?? [])
  return (
    <ol className="grid gap-4 rounded-card border border-line bg-surface p-5 text-center text-sm md:grid-cols-[auto_1fr_auto_1fr_auto] md:items-center">
      <Station icon={Server} title={common.appName} about={texts.thisService}>
        <StateMark tone="ok">{net.mac === undefined ? texts.dials : texts.listens}</StateMark>
      </Station>
      <Line text={newNet.protocols[net.protocol]} />
      <Station
        icon={Router}
        title={net.mac === undefined ? texts.remote : texts.gateway}
        about={net.mac ?? `${net.ip}:${net.port}`}
      >
        {status === undefined ? (
          <Skeleton />
        ) : (
          <StateMark tone={status.connected ? 'ok' : net.disabledOn === undefined ? 'unknown' : 'muted'}>
            {status.connected ? health.connected : health.disconnected}{' '}
            {status.connected && status.since !== undefined && <Ago iso={status.since} />}
          </StateMark>
        )}
      </Station>
      <Line text="" />
      <Station
        icon={Cpu}
        title={texts.units({ count: devices?.length ?? 0 })}
        about={devices
          ?.map(({ modbusUnitId }) => number(modbusUnitId))
          .slice(0, unitsMax)
          .join(', ')
          .concat(devices.length > unitsMax ? ' …' : '')}
      >
        {devices === undefined ? (
          <Skeleton />
        ) : (
          <StateMark tone={silent > 0 ? 'unknown' : 'ok'}>
            {silent > 0 ? texts.silent({ count: silent }) : texts.unitsAnswer({ all: number(all) })}
          </StateMark>
        )}
      </Station>
    </ol>
  )
}

const unitsMax = 12

interface StationProps {
  icon: LucideIcon
  title: string
  about: string | undefined
  children: ReactNode
}

const Station = ({ icon: Icon, title, about, children }: StationProps): ReactNode => (
  <li className="flex flex-col items-center gap-0.5">
    <span className="mb-1.5 grid size-11 place-items-center rounded-card border border-line-strong text-quiet">
      <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
    </span>
    <span className="font-semibold">{title}</span>
    <span className="max-w-48 text-xs break-words text-quiet">{about}</span>
    <span className="text-xs">{children}</span>
  </li>
)

const Line = ({ text }: { text: string }): ReactNode => (
  <li aria-hidden={text === '' || undefined} className="hidden text-xs text-quiet md:block">
    {text}
    <span className="block border-t-2 border-line-strong" />
  </li>
)

type ConnectCode = AnswerOf<'connectCodes', 'create'>

const daysMax = 3650
const invalidated = [['connectCodes']] as const

/** A code by which programs of an installer find this gateway, for as long as an owner says. */
const ConnectCodePanel = ({ mac }: { mac: string }): ReactNode => {
  const { gateways: texts } = useTexts()
  const { orgId } = useOrg()
  const isOwner = useHasRole('owner')
  const { time } = useFormat()
  const [made, setMade] = useState<ConnectCode | null>(null)
  const codes = useQuery({ ...apiQuery('connectCodes', 'list', { orgId }), enabled: isOwner })
  const remove = useAction('connectCodes', 'delete', invalidated, () => toast(texts.codeGone))
  if (!isOwner) return null
  const takeBack = (): void => remove.mutate({ orgId, code: mac }, { onSuccess: () => setMade(null) })
  return (
    <Panel title={texts.code}>
      <div className="flex max-w-3xl flex-col gap-4 px-4 pb-4 text-sm">
        <p className="text-quiet">{texts.codeHelp}</p>
        <Loaded query={codes}>
          {(all) => {
            const found = all.find(({ macAddress }) => macAddress === mac)
            return (
              <>
                <p>
                  {found === undefined
                    ? texts.noCode
                    : texts.codeTill({ when: found.expiresOn === undefined ? '' : time(found.expiresOn) })}
                </p>
                {made !== null && (
                  <Notice>
                    <p className="mb-2 font-medium">{texts.codeOnce}</p>
                    <CopyField label={texts.code} value={made.code} />
                  </Notice>
                )}
                <NewCode mac={mac} isThere={found !== undefined} onMade={setMade} />
                {found !== undefined && (
                  <div>
                    <ConfirmButton
                      act={texts.codeBack}
                      question={texts.codeBackQuestion}
                      variant="danger"
                      isBusy={remove.isPending}
                      onConfirm={takeBack}
                    />
                  </div>
                )}
              </>
            )
          }}
        </Loaded>
      </div>
    </Panel>
  )
}

interface NewCodeProps {
  mac: string
  isThere: boolean
  onMade: (made: ConnectCode) => void
}

const NewCode = ({ mac, isThere, onMade }: NewCodeProps): ReactNode => {
  const { gateways: texts } = useTexts()
  const { orgId } = useOrg()
  const [days, setDays] = useState('30')
  const create = useAction('connectCodes', 'create', invalidated)
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ orgId, mac, days: Number(days) }, { onSuccess: onMade })
      }}
    >
      <NumberField
        label={texts.codeDays}
        isWhole
        min={1}
        max={daysMax}
        required
        className="w-36"
        value={days}
        onChange={setDays}
      />
      <Button type="submit" isChange isBusy={create.isPending}>
        {isThere ? texts.codeAnew : texts.codeMake}
      </Button>
    </form>
  )
}
