import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { LevelMark } from '../../alerting/alert-state.tsx'
import { AlertList } from '../../alerting/list/alert-list.tsx'
import { type AlertRow, inOrder } from '../../alerting/list/order.rules.ts'
import { recentMax, useRecent } from '../../alerting/list/use-recent.ts'
import { PolicyChoice } from '../../alerting/policy-choice.tsx'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { familyOf } from '../use-cards.ts'
import { alikeConditions, type ConditionGroup, type ProposedAlert, proposedAlerts } from './proposed-alerts.rules.ts'

const refetchInterval = refetchEvery(30_000)

/** Alerts that look at a device, and those that devices of its kind begin with. */
export const AlertsTab = (): ReactNode => {
  const { id: deviceId } = useParams({ from: '/shell/devices/$id' })
  const { alerts } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const there = useQuery(apiQuery('alerts', 'ofDevice', { deviceId }))
  const states = useQuery({ ...apiQuery('alerts', 'states', { orgId }), refetchInterval })
  const ids = new Set(there.data?.map(({ alertId }) => alertId))
  const make = isManager && (
    <Link to="/alerts/new" className={buttonClass()}>
      {alerts.newAlert}
    </Link>
  )
  return (
    <>
      <Panel title={alerts.title} aside={make}>
        <Loaded query={there}>
          {() => (
            <Loaded query={states}>
              {(rows) => <DeviceAlerts rows={inOrder(rows.filter(({ id }) => ids.has(id)))} />}
            </Loaded>
          )}
        </Loaded>
      </Panel>
      {isManager && there.data && <ProposedAlerts key={deviceId} deviceId={deviceId} there={there.data} />}
    </>
  )
}

const DeviceAlerts = ({ rows }: { rows: readonly AlertRow[] }): ReactNode => {
  const { alerts, device } = useTexts()
  const some = rows.slice(0, recentMax)
  const recent = useRecent(some.map(({ id }) => id))
  if (rows.length === 0) return <EmptyState title={device.noAlerts} help={device.noAlertsHelp} />
  return (
    <>
      <AlertList label={alerts.title} rows={some} recent={recent} />
      {rows.length > some.length && (
        <p className="border-t border-line px-4 py-2 text-sm">
          <Link to="/alerts/all" className="underline underline-offset-4">
            {alerts.showAll({ count: rows.length })}
          </Link>
        </p>
      )}
    </>
  )
}

type Device = AnswerOf<'devices', 'get'>
type DeviceParams = AnswerOf<'devices', 'params'>

const nameMax = 200

interface ProposedAlertsProps {
  deviceId: number
  /** Existing alerts of the device. */
  there: AnswerOf<'alerts', 'ofDevice'>
}

/** Alerts that devices of this kind begin with, to be made with one click; nothing where the device has them all. */
const ProposedAlerts = ({ deviceId, there }: ProposedAlertsProps): ReactNode => {
  const device = useQuery(apiQuery('devices', 'get', { deviceId })).data
  const params = useQuery(apiQuery('devices', 'params', { deviceId })).data
  const templateId = device?.initializedFromTemplate
  const template = useQuery({
    ...apiQuery('templates', 'get', { templateId: templateId ?? 0 }),
    enabled: templateId !== undefined,
  })
  if (device === undefined || params === undefined || (templateId !== undefined && template.isPending)) return null
  const proposed = proposedAlerts(familyOf(template.data?.kind, params), params, there)
  return proposed.length === 0 ? null : <Proposals device={device} params={params} proposed={proposed} />
}

interface ProposalsProps {
  device: Device
  params: DeviceParams
  proposed: readonly ProposedAlert[]
}

const Proposals = ({ device, params, proposed }: ProposalsProps): ReactNode => {
  const { device: texts } = useTexts()
  const { orgId } = useOrg()
  const language = useLanguage()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [policyId, setPolicyId] = useState(0)
  const create = useAction('alerts', 'create', [['alerts']])
  const chosen = proposed.filter(({ name }) => !left.has(name.en))
  const make = async (): Promise<void> => {
    for (const { name, ...rule } of chosen) {
      const fullName = `${name[language]}: ${device.name}`.slice(0, nameMax)
      const policy = policyId === 0 ? {} : { policyId }
      const made = await create.mutateAsync({ orgId, name: fullName, ...rule, actions: [], ...policy })
      if (made.result !== 'success') return toast(Object.values(made.errors).join(' '), 'critical')
    }
    toast(texts.alertsMade({ count: chosen.length }))
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // The operation shows its errors itself.
    make().catch(() => {})
  }
  return (
    <Panel title={texts.proposedAlerts}>
      <form onSubmit={submit} className="flex flex-col gap-4 p-4 pt-0">
        <p className="max-w-prose text-sm text-quiet">{texts.proposedAlertsHelp}</p>
        <ul aria-label={texts.proposedAlerts} className="border-t border-line">
          {proposed.map((alert) => (
            <li
              key={alert.name.en}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b border-line py-2.5 text-sm last:border-b-0"
            >
              <div className="min-w-40 flex-1">
                <Checkbox
                  label={alert.name[language]}
                  checked={!left.has(alert.name.en)}
                  onChange={(event) => setLeft(toggled(left, alert.name.en, event.target.checked))}
                />
                {alikeConditions(alert.conditions).map((condition) => (
                  <p key={`${condition.kind} ${condition.value}`} className="ml-6 break-words text-quiet">
                    <ConditionWords condition={condition} params={params} />
                  </p>
                ))}
              </div>
              <LevelMark level={alert.logAs} isQuiet />
            </li>
          ))}
        </ul>
        <PolicyChoice policyId={policyId} onChange={setPolicyId} error={undefined} help={texts.proposedPolicyHelp} />
        <div>
          <Button type="submit" variant="primary" isBusy={create.isPending} disabled={chosen.length === 0}>
            {texts.makeAlerts({ count: chosen.length })}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

const toggled = (left: ReadonlySet<string>, name: string, isChosen: boolean): ReadonlySet<string> =>
  isChosen ? left.difference(new Set([name])) : left.union(new Set([name]))

interface ConditionWordsProps {
  condition: ConditionGroup
  params: DeviceParams
}

/** Such as "Voltage L1, Voltage L2: below 207 V for 2 min". */
const ConditionWords = ({ condition, params }: ConditionWordsProps): ReactNode => {
  const { alertForm } = useTexts()
  const { number, span } = useFormat()
  const language = useLanguage()
  const { kind, value, holdSec, paramIds } = condition
  const watched = params.filter(({ id }) => paramIds.includes(id))
  const state = watched[0]?.enum?.[String(value)]
  const limit =
    kind === 'no-data'
      ? span(value * 1000)
      : state === undefined
        ? number(value, watched[0]?.unitName)
        : paramText(state, language)
  const hold = holdSec === 0 ? '' : ` ${alertForm.saysHold.hold({ span: span(holdSec * 1000) })}`
  return `${watched.map(({ name }) => paramText(name, language)).join(', ')}: ${alertForm.says[kind]({ value: limit })}${hold}`
}
