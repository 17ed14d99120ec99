import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { worstTone } from '../ui/feedback/alert-tone.ts'
import { Count } from '../ui/feedback/count.tsx'

/** How many alerts are active, in the colour of the worst unconfirmed one. */
export const AlertCount = ({ className }: { className: string }): ReactNode => {
  const { shell } = useTexts()
  const { orgId } = useOrg()
  const alerts = useQuery(apiQuery('alerts', 'states', { orgId }))
  const active = alerts.data?.filter(({ isActive }) => isActive) ?? []
  if (active.length === 0) return null
  const open = active.filter(({ confirmed }) => confirmed === undefined)
  const tone = worstTone(open.map(({ logAs }) => logAs))
  return (
    <>
      <Count count={active.length} look={tone === 'ok' ? 'plain' : tone} className={className} isHidden />
      <span className="sr-only">{shell.activeAlerts({ count: active.length })}</span>
    </>
  )
}
