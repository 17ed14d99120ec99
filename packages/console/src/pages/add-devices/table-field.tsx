import { FileUp } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { TextArea } from '../../ui/forms/fields.tsx'

export interface TableFieldProps {
  table: string
  onTable: (table: string) => void
}

/** More is no table of two hundred devices. */
const charsMax = 200_000
const example = 'name;unit;template;period;tags;location\nMeter 1;1;em3p;60;heating|north;Cellar\n'

/** A table, pasted or from a file. */
export const TableField = ({ table, onTable }: TableFieldProps): ReactNode => {
  const { many } = useTexts()
  const id = useId()
  const open = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) onTable((await file.text()).slice(0, charsMax))
  }
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label={many.table}
        hint={many.tableHelp}
        rows={8}
        placeholder={example}
        value={table}
        maxLength={charsMax}
        spellCheck={false}
        onChange={({ target }) => onTable(target.value)}
      />
      <div>
        <label htmlFor={id} className={`${buttonClass()} cursor-pointer has-focus-visible:outline-2`}>
          <FileUp className="size-4" strokeWidth={1.75} aria-hidden="true" />
          {many.file}
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            className="sr-only"
            onChange={({ target }) => void open(target.files?.[0])}
          />
        </label>
      </div>
    </div>
  )
}
