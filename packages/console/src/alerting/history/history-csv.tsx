import { type ReactNode, useState } from 'react'
import { call, type RequestOf } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { csvOf, type Occurrence } from './history.rules.ts'

export interface HistoryCsvProps {
  request: RequestOf<'alertHistory', 'timeline'>
  name: string
  total: number
}

const itemsOnPage = 100
/** More is a matter for a program. */
const pagesMax = 50

/** Downloads all occurrences of the span with their messages, as a table. */
export const HistoryCsv = ({ request, name, total }: HistoryCsvProps): ReactNode => {
  const texts = useTexts()
  const [isBusy, setIsBusy] = useState(false)
  const fetchAll = async (): Promise<Occurrence[]> => {
    const all: Occurrence[] = []
    for (let page = 1; page <= pagesMax; page += 1) {
      const { occurrences, total: count } = await call('alertHistory', 'timeline', { ...request, page, itemsOnPage })
      all.push(...occurrences)
      if (all.length >= count || occurrences.length === 0) break
    }
    return all
  }
  const start = (): void => {
    setIsBusy(true)
    void fetchAll()
      .then((all) => save(csvOf(all), `${name}.csv`))
      .catch((error: Error) => toast(errorText(texts, error), 'critical'))
      .finally(() => setIsBusy(false))
  }
  return (
    <Button isBusy={isBusy} disabled={total === 0} onClick={start}>
      {texts.charts.csv}
    </Button>
  )
}

const save = (text: string, fileName: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
