import { saveFile } from '@busbar/ui'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../api/ask.ts'
import { cadenceOf, periodOf } from '../../figures/period/period.rules.ts'
import { dayAt, startOfDay } from '../../figures/period/zone.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import type { Tree } from './figures.ts'

/** Saves what the page shows as a table of all branches. */
export const CsvButton = ({ tree: { id, timeZone, name } }: { tree: Tree }): ReactNode => {
  const texts = useTexts()
  const search = useSearch({ from: '/shell/energy/$treeId' })
  const save = useMutation({
    mutationFn: async () => {
      const period = periodOf(search, dayAt(timeZone, Date.now()))
      const [from, till] = [period.from, period.till].map((day) => new Date(startOfDay(timeZone, day)))
      const table = await call('treeEnergy', 'csv', {
        treeId: id,
        from,
        till,
        cadence: cadenceOf(period, search.by),
        ...(search.unit === 'converted' && { converted: true }),
      })
      saveFile(await table.blob(), `${name}-${period.from}.csv`)
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
  return (
    <Button icon={Download} isBusy={save.isPending} onClick={() => save.mutate()}>
      {texts.energy.csv}
    </Button>
  )
}
