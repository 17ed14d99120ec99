import { csvOf, guessedColumns, isOfService, mappedTable } from '@busbar/import/columns'
import { useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { tableOf } from '../data/format/table-of.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { fieldClass, Labelled, TextField } from '../ui/forms/fields.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import { type ImportedTemplate, importedJson } from './library.rules.ts'

const settings = { version: '1', readGroupSize: 60, writeFunction: 'normal' } as const

/** Makes a template of a file: one that was exported, or a table of registers. */
export const ImportButton = (): ReactNode => {
  const texts = useTexts()
  const { common, library, newNet } = texts
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState<string | null>(null)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const json = text === null ? null : importedJson(text)
  const isTable = text !== null && json === null
  const close = (): void => {
    setIsOpen(false)
    setText(null)
    setProblems([])
  }
  const done = (id: number, name: string): void => {
    toast(library.importMade({ name }))
    void navigate({ to: '/library/$id', params: { id } })
  }
  const sendJson = async (template: ImportedTemplate): Promise<void> => {
    const { id } = await call('templates', 'create', { orgId, ...template })
    done(id, template.name)
  }
  const sendTable = async (table: string, name: string, manufacturer: string): Promise<void> => {
    const rows = tableOf(table)
    const headings = rows[0] ?? []
    const csv = isOfService(headings) ? table : csvOf(mappedTable(rows, guessedColumns(headings)))
    const made = await call('templates', 'importCsv', { orgId, name, manufacturer, csv, ...settings })
    if ('id' in made) return done(made.id, name)
    setProblems(
      made.errors.map(({ line, column, message }) => newNet.csvError({ line: String(line), column, message })),
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (text === null) return
    const form = new FormData(event.currentTarget)
    setProblems([])
    setIsBusy(true)
    const sent =
      json !== null ? sendJson(json) : sendTable(text, formText(form, 'name'), formText(form, 'manufacturer'))
    void sent.catch((error: unknown) => setProblems([errorText(texts, error)])).finally(() => setIsBusy(false))
  }
  return (
    <>
      <Button icon={Upload} isChange onClick={() => setIsOpen(true)}>
        {library.importFile}
      </Button>
      <Dialog title={library.importFile} isOpen={isOpen} onClose={close}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-quiet">{library.importHelp}</p>
          <Labelled label={library.importLabel}>
            {(attributes) => (
              <input
                {...attributes}
                type="file"
                accept=".json,.csv,.txt,.tsv"
                required
                className={`${fieldClass} py-1`}
                onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
              />
            )}
          </Labelled>
          {isTable && (
            <>
              <TextField label={library.family} name="name" required maxLength={200} />
              <TextField label={library.maker} name="manufacturer" required maxLength={200} />
            </>
          )}
          {problems.length > 0 && (
            <Notice tone="critical">
              <ul>
                {problems.slice(0, 20).map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </Notice>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>{common.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={isBusy}>
              {library.importFile}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
