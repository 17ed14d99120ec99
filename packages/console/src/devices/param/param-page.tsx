import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrgOfNet } from '../../data/api/use-org.tsx'
import { useLanguage } from '../../data/state/preferences.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Count } from '../../ui/feedback/count.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'
import { useDocumentTitle } from '../use-document-title.ts'
import { useAlertsOn } from './use-alerts-on.ts'

/** What each part of the page is about. */
export interface ParamTabProps {
  param: AnswerOf<'devices', 'params'>[number]
  info: AnswerOf<'params', 'info'>[number]
}

/** A parameter: what it is, the ways to its parts, and one of them. */
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

/** Where it comes from, in one line. */
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
