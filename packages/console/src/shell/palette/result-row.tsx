import type { ReactNode } from 'react'
import { Value } from '../../ui/layout/value.tsx'
import type { PaletteResult } from './use-results.ts'

export interface ResultRowProps {
  id: string
  at: number
  result: PaletteResult
  typed: string
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

/** Something that was found: what it is, where, and its reading. */
export const ResultRow = ({ id, at, result, typed, isActive, onPoint, onChoose }: ResultRowProps): ReactNode => {
  const { icon: Icon, name, where, value } = result
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-at={at}
      onPointerMove={onPoint}
      onClick={onChoose}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-part px-2 py-1 aria-selected:bg-selected max-md:min-h-11"
    >
      <Icon className="size-4 shrink-0 text-quiet" strokeWidth={1.75} aria-hidden="true" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
        <span className="min-w-0 break-words">
          <Marked name={name} typed={typed.trim()} />
        </span>
        {where !== '' && <span className="min-w-0 truncate text-xs text-faint">{where}</span>}
      </span>
      {value !== undefined && <Value text={value} />}
    </div>
  )
}

/** The name, with what was typed marked in it. */
const Marked = ({ name, typed }: { name: string; typed: string }): ReactNode => {
  const at = typed === '' ? -1 : name.toLowerCase().indexOf(typed.toLowerCase())
  if (at === -1) return name
  const end = at + typed.length
  return (
    <>
      {name.slice(0, at)}
      <span className="font-semibold text-accent">{name.slice(at, end)}</span>
      {name.slice(end)}
    </>
  )
}
