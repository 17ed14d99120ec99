import { type ReactNode, useId } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/button.tsx'
import type { Coverable } from './use-coverable.ts'

const kinds = ['networks', 'devices', 'alerts'] as const

interface CoveredListProps {
  coverable: Coverable
  objects: readonly string[]
  error: string | undefined
  onChange: (objects: string[]) => void
}

/** What a window covers, with a list from which more is added. */
export const CoveredList = ({ coverable, objects, error, onChange }: CoveredListProps): ReactNode => {
  const { maintenance: texts } = useTexts()
  const id = useId()
  const names = new Map(kinds.flatMap((kind) => coverable[kind].map(([key, name]) => [key, name] as const)))
  return (
    <div role="group" aria-label={texts.covers} className="flex flex-col gap-2">
      <p className="text-sm font-medium">{texts.covers}</p>
      <ul className="flex flex-wrap gap-2">
        {objects.map((key) => (
          <li key={key}>
            <Button
              aria-label={texts.remove(names.get(key) ?? key)}
              onClick={() => onChange(objects.filter((one) => one !== key))}
            >
              {names.get(key) ?? key} ✕
            </Button>
          </li>
        ))}
      </ul>
      {error !== undefined && <p className="text-sm text-fault">{error}</p>}
      <label htmlFor={id} className="text-sm text-quiet">
        {texts.addCovered}
      </label>
      <select
        id={id}
        value=""
        onChange={({ target }) => target.value !== '' && onChange([...objects, target.value])}
        className="min-h-9 min-w-0 rounded-part border border-edge bg-surface px-2 text-sm text-ink"
      >
        <option value="">—</option>
        {kinds.map((kind) => (
          <optgroup key={kind} label={texts[kind]}>
            {coverable[kind]
              .filter(([key]) => !objects.includes(key))
              .map(([key, name]) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
