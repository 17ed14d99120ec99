import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../api/ask.ts'
import { useOrg } from '../api/use-org.tsx'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

const refetchInterval = 60_000

/** Above every page while the clock of the service is not believed, or readings wait for a decision. */
export const ClockBanner = (): ReactNode => {
  const { clock: texts } = useTexts()
  const { orgId } = useOrg()
  const { span } = useFormat()
  const clock = useQuery({ ...ask('aside', 'clock', {}), refetchInterval })
  const kept = useQuery({ ...ask('aside', 'list', { orgId }), refetchInterval })
  const state = clock.data?.state ?? 'steady'
  if (state === 'steady' && (kept.data ?? []).length === 0) return null
  const by = span(Math.abs(clock.data?.aheadSec ?? 0) * 1000)
  return (
    <div className="px-4 pt-4 md:px-6">
      <Notice tone="warning">
        {state === 'steady' ? texts.kept : texts[state](by)}{' '}
        <Link to="/aside" className="underline">
          {texts.look}
        </Link>
      </Notice>
    </div>
  )
}
