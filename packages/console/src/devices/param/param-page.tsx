import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg, useOrgOfNet } from '../../data/api/use-org.tsx'
import { compareNames } from '../../data/format/compare-names.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { worstTone } from '../../ui/feedback/alert-tone.ts'
import { Count } from '../../ui/feedback/count.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import type { Tone } from '../../ui/feedback/state-mark.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'
import { useDocumentTitle } from '../use-document-title.ts'

/** Props of every tab of the page. */
export interface ParamTabProps {
  param: AnswerOf<'devices', 'params'>[number]
  info: AnswerOf<'params', 'info'>[number]
}

/** Page of a parameter: heading, tabs, and the current tab. */
export const ParamPage = ({ tab }: { tab: ComponentType<ParamTabProps> }): ReactNode => {
  const { id = 0 } = useParams({ strict: false })
  const { device, shell } = useTexts()
  const query = useQuery(apiQuery('params', 'info', { paramIds: [id] }))
  const info = query.data?.[0]
  if (query.data !== undefined && info === undefined) {
    return (
      <Page title={device.parameter}>
        <EmptyState title={shell.notFoundHelp} />
      </Page>
    )
  }
  if (info === undefined) {
    return (
      <Page title={device.parameter}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    )
  }
  return <ParamView key={id} info={info} tab={tab} />
}

const ParamView = ({
  info,
  tab: Part,
}: Pick<ParamTabProps, 'info'> & { tab: ComponentType<ParamTabProps> }): ReactNode => {
  const { alerts } = useTexts()
  const language = useLanguage()
  const isManager = useHasRole('manager')
  const { id, deviceId, networkId } = info
  useDocumentTitle(info.name, info.deviceName, info.networkName)
  useOrgOfNet(networkId)
  const params = useQuery(apiQuery('devices', 'params', { deviceId }))
  const param = params.data?.find((one) => one.id === id)
  return (
    <Page
      title={param === undefined ? info.name : paramText(param.name, language)}
      actions={
        isManager && (
          <Link to="/alerts/new" search={{ param: id }} className={buttonClass()}>
            {alerts.newAlert}
          </Link>
        )
      }
    >
      <Loaded query={params}>
        {() =>
          param === undefined ? null : (
            <>
              <Origin param={param} info={info} />
              <ParamTabs id={id} />
              <Part param={param} info={info} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

/** Source of the parameter in one line. */
const Origin = ({ param, info }: ParamTabProps): ReactNode => (
  <p className="-mt-3 text-sm break-words text-quiet">
    <Link to="/devices/$id" params={{ id: info.deviceId }} className="text-accent underline underline-offset-3">
      {info.deviceName}
    </Link>
    {param.label !== undefined && <> · {param.label}</>} ·{' '}
    {param.formula === undefined ? (
      `${param.registerKind} ${param.address}, ${param.valueType}`
    ) : (
      <span className="font-mono">{param.formula}</span>
    )}
  </p>
)

const ParamTabs = ({ id }: { id: number }): ReactNode => {
  const { param: texts } = useTexts()
  const watching = useAlertsOn(id)
  const to = { params: { id }, activeOptions: { exact: true, includeSearch: false } } as const
  return (
    <Tabs label={texts.tabs}>
      <Tab to="/params/$id" {...to}>
        {texts.chart}
      </Tab>
      <Tab to="/params/$id/readings" {...to}>
        {texts.readings}
      </Tab>
      <Tab to="/params/$id/alerts" {...to}>
        {texts.alerts}
        {watching.alerts.length > 0 && <Count count={watching.alerts.length} look={watching.activeTone ?? 'plain'} />}
      </Tab>
      <Tab to="/params/$id/settings" {...to}>
        {texts.settings}
      </Tab>
    </Tabs>
  )
}

type ListedAlert = AnswerOf<'alerts', 'states'>[number]
type Condition = AnswerOf<'annotations', 'list'>['conditions'][number]

/** An alert that watches a parameter, with its conditions on it. */
export interface WatchingAlert {
  state: ListedAlert
  conditions: readonly Condition[]
}

/** An empty span: only the conditions of alerts are needed. */
const never = new Date(0)

/** The alerts whose conditions use a parameter, active ones first; and how bad the active ones are, if there are any. */
export const useAlertsOn = (
  paramId: number,
): { alerts: readonly WatchingAlert[]; activeTone: Tone | null; isPending: boolean } => {
  const { orgId } = useOrg()
  const annotations = useQuery(apiQuery('annotations', 'list', { paramIds: [paramId], from: never, till: never }))
  const states = useQuery(apiQuery('alerts', 'states', { orgId }))
  const alerts = useMemo(() => {
    const conditions = Map.groupBy(annotations.data?.conditions ?? [], ({ alertId }) => alertId)
    return (states.data ?? [])
      .flatMap((state): WatchingAlert[] => {
        const own = conditions.get(state.id)
        return own === undefined ? [] : [{ state, conditions: own }]
      })
      .toSorted(
        (a, b) => Number(b.state.isActive) - Number(a.state.isActive) || compareNames(a.state.name, b.state.name),
      )
  }, [annotations.data, states.data])
  const active = alerts.filter(({ state }) => state.isActive).map(({ state }) => state.logAs)
  return {
    alerts,
    activeTone: active.length === 0 ? null : worstTone(active),
    isPending: annotations.isPending || states.isPending,
  }
}
