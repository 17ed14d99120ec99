import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useOwnZone } from '../../state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import type { MaintenanceWindow } from './maintenance.rules.ts'

/** When a window is next, as the viewer's clocks will show it. */
export const NextTimes = ({ next, timeZone }: { next: MaintenanceWindow['next']; timeZone: string }): ReactNode => {
  const zone = useOwnZone()
  const { common, maintenance: texts } = useTexts()
  const { time } = useFormat()
  return (
    <div role="group" aria-label={texts.next} className="text-sm">
      <p className="font-medium">{texts.next}</p>
      {next.length === 0 ? (
        <p>{texts.neverAgain}</p>
      ) : (
        <ol>
          {next.map(({ from, till }) => (
            <li key={from}>
              <time dateTime={from}>{time(from)}</time> – <time dateTime={till}>{time(till)}</time>
            </li>
          ))}
        </ol>
      )}
      <p className="text-quiet">
        {texts.byZone(timeZone)}. {common.timesIn(zone)}.
      </p>
    </div>
  )
}
