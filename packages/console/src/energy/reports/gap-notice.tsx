import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useAmount, useDates } from '../figures/energy-format.ts'
import { gapsOf } from './gaps.rules.ts'
import { isLoss, type ReportData } from './report-bars.rules.ts'

export interface GapNoticeProps {
  data: ReportData
  zone: string
  now: number
}

const shownMax = 5
const namesMax = 3

/** Missing and quarantined readings with branch, time and reason. */
export const GapNotice = ({ data, zone, now }: GapNoticeProps): ReactNode => {
  const { reports, energy } = useTexts()
  const { amount, percent } = useAmount()
  const dates = useDates(zone)
  const gaps = gapsOf(data, now)
  const nameOf = (names: readonly string[]): string => {
    const rest = names.length - namesMax
    return `${names.slice(0, namesMax).join(', ')}${rest > 0 ? ` ${reports.andMore({ count: rest })}` : ''}`
  }
  const asides = data.setAside.filter(isLoss)
  return (
    <>
      {gaps.length > 0 && (
        <Notice tone="unknown">
          <ul className="flex flex-col gap-1">
            {gaps.slice(0, shownMax).map(({ names, from, till, coverage }) => (
              <li key={`${from} ${till} ${names[0]}`}>
                <b className="font-semibold">
                  {reports.notRead({ name: nameOf(names), from: dates.moment(from), till: dates.moment(till) })}
                </b>{' '}
                {reports.sumsOfKnown({ share: percent(coverage) })}
              </li>
            ))}
          </ul>
          {gaps.length > shownMax && <p className="mt-1">{reports.moreGaps({ count: gaps.length - shownMax })}</p>}
        </Notice>
      )}
      {asides.length > 0 && (
        <Notice tone="warning">
          <p className="font-semibold">{energy.setAsideTitle({ count: asides.length })}</p>
          <ol className="mt-1.5 flex flex-col gap-1">
            {asides.slice(0, shownMax * 2).map(({ name, paramId, on, from, to, reason }, at) => (
              <li key={`${name} ${on}`}>
                <sup className="mr-1 font-semibold text-warning-text">{at + 1}</sup>
                <time dateTime={on} className="text-quiet">
                  {dates.moment(Date.parse(on))}
                </time>
                {', '}
                {paramId === undefined ? (
                  name
                ) : (
                  <Link
                    to="/params/$id/readings"
                    params={{ id: paramId }}
                    search={{ till: on }}
                    className="font-medium text-accent underline underline-offset-3"
                  >
                    {name}
                  </Link>
                )}
                {`: ${amount(from)} → ${amount(to)} — ${energy.asideReasons[reason]}`}
              </li>
            ))}
          </ol>
        </Notice>
      )}
    </>
  )
}
