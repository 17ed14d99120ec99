import type { ReactNode } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import type { DeviceTrouble, PolledDevice } from '../readings/values/trouble.rules.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { healthOf, tones } from '../ui/feedback/device-health.rules.ts'
import { reasonText } from '../ui/feedback/error-text.ts'
import { StateMark } from '../ui/feedback/state-mark.tsx'
import { Ago } from '../ui/layout/ago.tsx'
import type { StripStep } from './strip.rules.ts'

/** How a device does, in a word: what keeps it from being read, if anything does. */
export const DeviceState = ({ device }: { device: PolledDevice }): ReactNode => {
  const { health, trouble } = useTexts()
  const state = healthOf(device)
  const text = device.trouble === undefined ? health[state] : trouble.kinds[device.trouble.kind]
  return <StateMark tone={tones[state]}>{text}</StateMark>
}

/** Shows a problem with its start and duration. */
export const Since = ({ trouble: { kind, since } }: { trouble: DeviceTrouble }): ReactNode => {
  const { trouble: words } = useTexts()
  const { moment, span } = useFormat()
  const now = useNow()
  if (since === undefined) return words.everSince[kind]
  return words.since[kind]({ when: moment(since, now), span: span(Math.max(0, now - Date.parse(since))) })
}

/** When a device was last read well. Of one that is not read now it is a time, and never "now". */
export const LastGoodRead = ({ device }: { device: PolledDevice }): ReactNode => {
  const { common } = useTexts()
  const { moment, exact } = useFormat()
  const now = useNow()
  const { lastGoodReadOn, trouble } = device
  if (lastGoodReadOn === undefined) return common.never
  if (trouble === undefined) return <Ago iso={lastGoodReadOn} />
  return (
    <time dateTime={lastGoodReadOn} title={exact(lastGoodReadOn)} className="text-quiet">
      {moment(lastGoodReadOn, now)}
    </time>
  )
}

/** Failed reads of a span by kind, most frequent first. */
export const FailedReads = ({ steps }: { steps: readonly StripStep[] }): ReactNode => {
  const texts = useTexts()
  const { number } = useFormat()
  const counts = new Map<string, number>()
  for (const { reasons = {} } of steps) {
    for (const [reason, count] of Object.entries(reasons)) counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  if (counts.size === 0) return <p className="px-4 pb-4 text-sm text-quiet">{texts.device.nothingFailed}</p>
  return (
    <ul className="border-t border-line text-sm">
      {[...counts]
        .toSorted(([, a], [, b]) => b - a)
        .map(([reason, count]) => (
          <li key={reason} className="flex justify-between gap-4 border-b border-line px-4 py-2 last:border-b-0">
            <span className="min-w-0 break-words">{reasonText(texts, reason)}</span>
            <span className="shrink-0 font-medium">{number(count)}</span>
          </li>
        ))}
    </ul>
  )
}
