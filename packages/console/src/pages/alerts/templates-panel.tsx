import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LevelMark } from '../../alerts/level-mark.tsx'
import { apiQuery } from '../../api/api-query.ts'
import { useHasRole, useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Panel } from '../../ui/layout/page.tsx'

/** Alerts for all devices of a kind: what each has made. */
export const TemplatesPanel = (): ReactNode => {
  const { alerts, alertTemplates: texts } = useTexts()
  const { orgId } = useOrg()
  const mayMake = useHasRole('manager')
  const templates = useQuery(apiQuery('alertTemplates', 'list', { orgId }))
  const make = mayMake && (
    <Link to="/alerts/new" search={{ for: 'kind' }} className={buttonClass()}>
      {texts.add}
    </Link>
  )
  return (
    <Panel title={texts.title} aside={make}>
      <Loaded query={templates}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={texts.none} help={texts.help} />
          ) : (
            <ul aria-label={texts.title}>
              {found.map(({ id, name, templateName, logAs, isEnabled, deviceCount, alertCount }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
                >
                  <div className="min-w-40 flex-1">
                    <Link
                      to="/alerts/templates/$id"
                      params={{ id }}
                      className="font-medium break-words underline-offset-4 hover:underline"
                    >
                      {name}
                    </Link>
                    <p className="text-xs break-words text-quiet">{templateName}</p>
                  </div>
                  {isEnabled ? <LevelMark level={logAs} isQuiet /> : <StateMark tone="muted">{alerts.off}</StateMark>}
                  <span className="text-quiet">{texts.made({ alerts: alertCount, devices: deviceCount })}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
