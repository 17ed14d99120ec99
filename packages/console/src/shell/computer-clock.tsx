import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import { serverClock } from '../data/state/server-time.ts'
import { useTexts } from '../texts/texts-provider.tsx'

/** A smaller error is of no concern: the console does not use the clock of the computer. */
const errorMsMin = 10_000

/** Shows that the clock of this computer is wrong, and by how much. */
export const ComputerClock = (): ReactNode => {
  const { shell } = useTexts()
  const { span } = useFormat()
  useNow()
  const aheadMs = -serverClock.offsetMs()
  if (Math.abs(aheadMs) < errorMsMin) return null
  const by = span(Math.round(Math.abs(aheadMs) / 1000) * 1000)
  return (
    <span
      role="status"
      title={shell.computerHelp}
      className="inline-flex min-h-7 items-center gap-1.5 text-xs text-quiet max-lg:max-w-32 max-sm:hidden"
    >
      <Clock className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      {aheadMs > 0 ? shell.computerAhead({ by }) : shell.computerBehind({ by })}
    </span>
  )
}
