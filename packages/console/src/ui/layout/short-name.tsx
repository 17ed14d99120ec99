import type { ReactNode } from 'react'

/** Names up to here are cut nowhere on a wide screen, and at their end on a narrow one. */
const wholeChars = 24
const endChars = 8

/** A name that may be longer than its place: it is shortened in its middle, where names differ least, and whole when pointed at. */
export const ShortName = ({ name }: { name: string }): ReactNode => {
  if (name.length <= wholeChars) {
    return (
      <span className="block min-w-0 truncate" title={name}>
        {name}
      </span>
    )
  }
  const at = name.length - endChars
  return (
    <span className="flex min-w-0" title={name}>
      <span className="sr-only">{name}</span>
      <span className="truncate whitespace-pre" aria-hidden="true">
        {name.slice(0, at)}
      </span>
      <span className="shrink-0 whitespace-pre" aria-hidden="true">
        {name.slice(at)}
      </span>
    </span>
  )
}
