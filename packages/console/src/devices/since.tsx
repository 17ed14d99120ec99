import type { ReactNode } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import type { DeviceTrouble } from '../readings/values/trouble.rules.ts'
import { useTexts } from '../texts/texts-provider.tsx'

/** What is wrong, since when and for how long. */
export const Since = ({ trouble: { kind, since } }: { trouble: DeviceTrouble }): ReactNode => {
  const { trouble: words } = useTexts()
  const { moment, span } = useFormat()
  const now = useNow()
  if (since === undefined) return words.everSince[kind]
  return words.since[kind]({ when: moment(since, now), span: span(Math.max(0, now - Date.parse(since))) })
}
