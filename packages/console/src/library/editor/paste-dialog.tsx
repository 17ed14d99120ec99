import { type CsvColumn, guessedColumns, mappedTable } from '@busbar/import/columns'
import { type ReactNode, useMemo, useState } from 'react'
import { tableOf } from '../../data/format/table-of.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { TextArea } from '../../ui/forms/fields.tsx'
import { CsvColumns } from '../register-map/csv-columns.tsx'
import type { MapDraft } from './use-map-draft.ts'

/** Adds lines of a table, once its columns are known. */
export const PasteDialog = ({
  isOpen,
  draft,
  onClose,
}: {
  isOpen: boolean
  draft: MapDraft
  onClose: () => void
}): ReactNode => {
  const { common, library, newNet } = useTexts()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly (CsvColumn | null)[] | null>(null)
  const table = useMemo(() => tableOf(text), [text])
  const headings = table[0] ?? []
  const mapping = chosen?.length === headings.length ? chosen : guessedColumns(headings)
  const mapped = mappedTable(table, mapping)
  const close = (): void => {
    setText('')
    setChosen(null)
    onClose()
  }
  const isReady = mapped.rows.length > 0 && mapped.missing.length === 0
  return (
    <Dialog title={library.paste} isOpen={isOpen} onClose={close}>
      <div className="flex flex-col gap-4">
        <p className="text-quiet">{library.pasteHelp}</p>
        <TextArea
          label={newNet.csvTable}
          rows={6}
          value={text}
          spellCheck={false}
          className="font-mono"
          onChange={({ target }) => setText(target.value)}
        />
        {headings.length > 0 && (
          <CsvColumns headings={headings} mapping={mapping} mapped={mapped} onMapping={setChosen} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>{common.cancel}</Button>
          <Button
            variant="primary"
            disabled={!isReady}
            onClick={() => {
              draft.append(mapped)
              close()
            }}
          >
            {library.pasteAdd({ count: isReady ? mapped.rows.length : 0 })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
