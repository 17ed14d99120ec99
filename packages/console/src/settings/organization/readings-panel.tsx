import { saveFile } from '@busbar/ui'
import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call, type RequestOf } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { ReadingsDialog } from './readings-dialog.tsx'

type Format = RequestOf<'readingsExport', 'file'>['format']

const endings: Readonly<Record<Format, string>> = { jsonl: 'jsonl', 'line-protocol': 'lp', parquet: 'parquet' }

/** Readings as a file, and those of another program in. */
export const ReadingsPanel = (): ReactNode => {
  const texts = useTexts()
  const { readingFiles } = texts
  const { orgId, orgName } = useOrg()
  const isOwner = useHasRole('owner')
  const [format, setFormat] = useState<Format>('jsonl')
  const [from, setFrom] = useState('')
  const [till, setTill] = useState('')
  const [isImporting, setIsImporting] = useState(false)
  const save = useMutation({
    mutationFn: async () => {
      const file = await call('readingsExport', 'file', {
        orgId,
        format,
        ...(from !== '' && { from: new Date(`${from}T00:00:00`) }),
        ...(till !== '' && { till: new Date(`${till}T23:59:59.999`) }),
      })
      saveFile(await file.blob(), `${orgName}.${endings[format]}`)
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
  return (
    <Panel title={readingFiles.title}>
      <div className="flex max-w-3xl flex-col gap-3 p-4 pt-1">
        <p className="text-quiet">{readingFiles.help}</p>
        <div className="grid gap-3 sm:grid-cols-3">
          <Choice
            label={readingFiles.format}
            value={format}
            options={Object.entries(readingFiles.formats) as [Format, string][]}
            onChange={setFormat}
          />
          <TextField
            label={readingFiles.from}
            type="date"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            label={readingFiles.till}
            type="date"
            value={till}
            onChange={({ target }) => setTill(target.value)}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon={Download} isBusy={save.isPending} onClick={() => save.mutate()}>
            {readingFiles.exportDo}
          </Button>
          {isOwner && (
            <Button icon={Upload} isChange onClick={() => setIsImporting(true)}>
              {readingFiles.importDo}
            </Button>
          )}
        </div>
      </div>
      {isImporting && <ReadingsDialog onClose={() => setIsImporting(false)} />}
    </Panel>
  )
}
