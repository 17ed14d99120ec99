import { saveFile } from '@busbar/ui'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../data/api/api-query.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { comparedWith, dayAt, instantsOf, periodOf, samePart, startOfDay } from '../figures/period.rules.ts'
import { type ReportSearch, segmentOf } from './search.rules.ts'

export interface DownloadButtonsProps {
  reportId: string
  name: string
  zone: string
  search: ReportSearch
}

/** Saves the report with the compared period as a workbook or CSV file. */
export const DownloadButtons = ({ reportId, name, zone, search }: DownloadButtonsProps): ReactNode => {
  const texts = useTexts()
  const language = useLanguage()
  const save = useMutation({
    mutationFn: async (form: 'xlsx' | 'csv') => {
      const { p = 'month', on, to, by } = search
      const query = { p, ...(on !== undefined && { on }), ...(to !== undefined && { to }) }
      const period = periodOf(query, dayAt(zone, serverNow()))
      const [from, till] = [new Date(startOfDay(zone, period.from)), new Date(startOfDay(zone, period.till))]
      const instants = instantsOf(zone, period, serverNow())
      const other = samePart(zone, period, instants, comparedWith(period, search.vs ?? 'before'))
      const compared =
        other.till > other.from ? { beforeFrom: new Date(other.from), beforeTill: new Date(other.till) } : {}
      const span = { reportId, from, till, segment: segmentOf(period, by), ...compared }
      const lang = language === 'uk' ? 'ua' : language
      const file =
        form === 'csv' ? await call('reports', 'csv', span) : await call('reportFigures', 'xlsx', { ...span, lang })
      saveFile(await file.blob(), `${name}-${period.from}.${form}`)
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
  return (
    <>
      {(['xlsx', 'csv'] as const).map((form) => (
        <Button
          key={form}
          icon={Download}
          isBusy={save.isPending && save.variables === form}
          onClick={() => save.mutate(form)}
        >
          {form.toUpperCase()}
        </Button>
      ))}
    </>
  )
}
