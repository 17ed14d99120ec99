import { Search } from 'lucide-react'
import type { ReactNode } from 'react'

export interface SearchFieldProps {
  label: string
  text: string
  onText: (text: string) => void
}

/** Finds rows by words of their names. */
export const SearchField = ({ label, text, onText }: SearchFieldProps): ReactNode => (
  <span className="relative inline-flex items-center">
    <Search className="pointer-events-none absolute left-2.5 size-4 text-faint" strokeWidth={1.75} aria-hidden="true" />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => onText(event.target.value)}
      className="min-h-8 w-48 rounded-part border border-edge bg-field pr-2.5 pl-8 text-sm placeholder:text-faint max-md:min-h-10 max-md:text-lg"
    />
  </span>
)
