import { saveFile } from '@busbar/ui'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../api/ask.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { exportedJson, type Template } from './import.rules.ts'
import { fileNameOf } from './library.rules.ts'

/** A template as a file: whole, or its registers as a table. */
export const ExportButtons = ({ template }: { template: Template }): ReactNode => {
  const texts = useTexts()
  const { library } = texts
  const csv = useMutation({
    mutationFn: async () => {
      const table = await call('templates', 'exportCsv', { templateId: template.id })
      saveFile(await table.blob(), `${fileNameOf(template)}.csv`)
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
  const json = (): void =>
    saveFile(new Blob([exportedJson(template)], { type: 'application/json' }), `${fileNameOf(template)}.json`)
  return (
    <>
      <Button icon={Download} onClick={json}>
        {library.exportJson}
      </Button>
      <Button icon={Download} isBusy={csv.isPending} onClick={() => csv.mutate()}>
        {library.exportCsv}
      </Button>
    </>
  )
}
