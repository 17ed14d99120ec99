import { fill } from '@busbar/ui/messages'
import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { AgedValue } from '../../readings/values/aged-value.tsx'
import type { Texts } from '../../texts/messages.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Value } from '../../ui/layout/value.tsx'
import type { RecentAlert } from './use-recent.ts'

type WatchedCondition = RecentAlert['conditions'][number]

/** Where an alert looks; names that repeat carry device and network. */
export const AlertLocation = ({
  recent,
  isLoading,
}: {
  recent: RecentAlert | undefined
  isLoading: boolean
}): ReactNode => {
  const { alerts } = useTexts()
  if (isLoading) return <Skeleton className="w-32" />
  const [first] = recent?.conditions ?? []
  if (recent === undefined || first === undefined) return alerts.noConditions
  const more = recent.conditionCount - 1
  return [first.netName, first.deviceName, ...(more > 0 ? [alerts.moreConditions({ count: more })] : [])].join(' · ')
}

const limitText = ({ alertForm }: Texts, { kind, limit }: WatchedCondition, span: (ms: number) => string): string =>
  fill(alertForm.says[kind], { value: kind === 'no-data' ? span(Number(limit) * 1000) : limit })

/** What begins it, or has begun it. */
export const Limit = ({ condition, isBeginning }: { condition: WatchedCondition; isBeginning: boolean }): ReactNode => {
  const texts = useTexts()
  const { span } = useFormat()
  const text = limitText(texts, condition, span)
  return isBeginning ? texts.alerts.begins({ limit: text }) : text
}

export interface ConditionValueProps {
  condition: WatchedCondition
  /** The colour of its state, where it has one. */
  className?: string
  size?: 'row' | 'card'
}

/** The last value of what an alert looks at; a word where there is none. */
export const ConditionValue = ({ condition, className = '', size = 'row' }: ConditionValueProps): ReactNode => {
  const { alerts } = useTexts()
  const { value, error, kind, isTriggered, updatePeriodSec } = condition
  const isSilent = isTriggered && (kind === 'no-data' || kind === 'reading-error')
  if (isSilent)
    return <span className={`font-medium text-unknown-text ${size === 'card' ? 'text-lg' : ''}`}>{alerts.silent}</span>
  if (value === undefined) return '—'
  const state = { readOn: value.readOn, ...(error && { error }) } as Parameters<typeof AgedValue>[0]['state']
  return (
    <AgedValue state={state} reading={{ isTracked: true, device: undefined, updatePeriodSec }} className={className}>
      <span className={size === 'card' ? 'text-lg' : ''}>
        <Value text={value.text} />
      </span>
    </AgedValue>
  )
}
