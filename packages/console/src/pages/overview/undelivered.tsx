import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

const refetchInterval = 60_000

/** Messages about alerts that were not delivered in the last days, with a link to the newest. */
export const Undelivered = (): ReactNode => {
  const { overview, alerts } = useTexts()
  const { orgId } = useOrg()
  const { data = [] } = useQuery({ ...ask('deliveries', 'undelivered', { orgId }), refetchInterval })
  const [newest] = data
  if (newest === undefined) return null
  return (
    <Notice tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 break-words">{overview.undelivered(data.length)}</p>
        {newest.alertId !== undefined && (
          <Link to="/alerts/$id" params={{ id: newest.alertId }} className={buttonClass()}>
            {alerts.openAlert}
          </Link>
        )}
      </div>
    </Notice>
  )
}
