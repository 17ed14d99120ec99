import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { serviceLanguage, useLanguage, useOwnZone } from '../data/state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Panel } from '../ui/layout/page.tsx'
import { LogRecord } from './log-record.tsx'
import { Pager } from './pager.tsx'

const itemsOnPage = 10

export interface AlertLogProps {
  alertId?: number
  /** From 1. */
  page: number
  onPage: (page: number) => void
}

/** What became of one alert, or of all of the organization: the newest first, page by page. */
export const AlertLog = ({ alertId, page, onPage }: AlertLogProps): ReactNode => {
  const zone = useOwnZone()
  const { alerts, common } = useTexts()
  const { orgId } = useOrg()
  const lang = serviceLanguage(useLanguage())
  const paging = { page, itemsOnPage, lang }
  const question =
    alertId === undefined
      ? apiQuery('alerts', 'orgLog', { orgId, ...paging })
      : apiQuery('alerts', 'log', { alertId, ...paging })
  const log = useQuery({ ...question, placeholderData: keepPreviousData })
  return (
    <Panel title={alerts.log} aside={<span className="text-sm text-quiet">{common.timesIn({ zone })}</span>}>
      <Loaded query={log}>
        {({ records, totalRecords }) =>
          records.length === 0 ? (
            <EmptyState title={alerts.emptyLog} help={alerts.emptyLogHelp} />
          ) : (
            <>
              <ol aria-label={alerts.log}>
                {records.map((record) => (
                  <LogRecord key={record.id} record={record} isNamed={alertId === undefined} />
                ))}
              </ol>
              <Pager page={page} pages={Math.ceil(totalRecords / itemsOnPage)} onPage={onPage} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
