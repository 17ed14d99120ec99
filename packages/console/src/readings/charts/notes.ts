import { type ChartSeries, fullName } from '@busbar/charts'
import type { Gap } from '@busbar/charts/gaps'
import type { DrawnGap } from '@busbar/charts/plot'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import type { ChartOverlays } from '../chart-data/use-overlays.ts'
import type { ChartTimes } from './use-zone.ts'

/** A sentence about something in time. */
export interface Note {
  from: number
  till: number
  text: string
}

/** Returns the notes of a chart: reasons of gaps, active alerts, and writes. */
export const useNotes = (times: ChartTimes) => {
  const texts = useTexts()
  const { charts } = texts
  const { span } = useFormat()
  const reasonOf = (reason: string | null): string =>
    reason === null || reason === 'Paused' ? '' : reasonText(texts, reason)
  /** A single read that failed has no length that is known. */
  const labelOf = ({ kind, begins, ends }: Gap): string =>
    ends - begins < 1000
      ? charts.gapKinds[kind]
      : charts.gapLabel({ kind: charts.gapKinds[kind], span: span(ends - begins) })
  return {
    labelled: (gap: Gap): DrawnGap => ({
      ...gap,
      label: labelOf(gap),
    }),
    of: (
      series: readonly ChartSeries[],
      { gaps, annotations }: Pick<ChartOverlays, 'gaps' | 'annotations'>,
    ): Note[] => [
      ...series.flatMap((one, i) =>
        (gaps[i] ?? []).map(({ from, till, begins, ends, kind, reason }) => ({
          from,
          till,
          text: [
            `${series.length > 1 ? `${fullName(one)}: ` : ''}${charts.gapKinds[kind]}, ${times.minute(begins)} – ${times.minute(ends)} (${span(ends - begins)})`,
            reasonOf(reason),
          ]
            .filter((part) => part !== '')
            .join('. '),
        })),
      ),
      ...annotations.episodes.map(({ name, startedOn, endedOn }) => {
        const from = Date.parse(startedOn)
        return {
          from,
          till: from,
          text:
            endedOn === null
              ? charts.alarmNoteActive({ name, when: times.full(from) })
              : charts.alarmNote({ name, when: times.full(from), span: span(Date.parse(endedOn) - from) }),
        }
      }),
      ...annotations.writes.map(({ on, userName, before, value, outcome }) => {
        const from = Date.parse(on)
        const what = charts.wrote({
          who: userName === '' ? charts.alertWriter : userName,
          before: before ?? '—',
          value,
        })
        return { from, till: from, text: `${times.full(from)}: ${what}. ${charts.outcomes[outcome ?? 'unclear']}` }
      }),
    ],
  }
}
