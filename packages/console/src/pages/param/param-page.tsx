import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, ask } from '../../api/ask.ts'
import { useMay, useOrgOfNet } from '../../api/use-org.tsx'
import { useDocumentTitle } from '../../devices/use-document-title.ts'
import { paramText } from '../../params/param-text.ts'
import { useLanguage } from '../../state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { CurrentValue } from './current-value.tsx'
import { ParamChart } from './param-chart.tsx'
import { ParamSettings } from './param-settings.tsx'

/** A parameter: its value now, its past, and what it is. */
export const ParamPage = (): ReactNode => {
  const { id } = useParams({ from: '/shell/params/$id' })
  const { device, shell } = useTexts()
  const query = useQuery(ask('params', 'info', { paramIds: [id] }))
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
  return <ParamView key={id} info={info} />
}

const ParamView = ({ info }: { info: AnswerOf<'params', 'info'>[number] }): ReactNode => {
  const { alerts, param: texts, charts } = useTexts()
  const language = useLanguage()
  const isManager = useMay('manager')
  const { id, deviceId, networkId } = info
  useDocumentTitle(info.name, info.deviceName, info.networkName)
  useOrgOfNet(networkId)
  const params = useQuery(ask('devices', 'params', { deviceId }))
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
              <CurrentValue param={param} info={info} />
              {param.valueType === 'string' ? (
                <Panel title={charts.history}>
                  <EmptyState title={texts.notDrawn} />
                </Panel>
              ) : (
                <ParamChart param={param} />
              )}
              {isManager && (
                <Panel title={texts.settings}>
                  <ParamSettings param={param} />
                </Panel>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
