import { type ReactNode, useRef } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { useArrange } from './use-arrange.ts'

export interface PhoneOrderProps {
  /** Widgets in their order, by what they are called. */
  items: readonly { id: string; name: string }[]
  onOrder: (ids: readonly string[]) => void
}

/** Puts widgets in order where there is one column: by their handles, with a finger or with keys. */
export const PhoneOrder = ({ items, onOrder }: PhoneOrderProps): ReactNode => {
  const { dashboards } = useTexts()
  const list = useRef<HTMLUListElement>(null)
  const arrange = useArrange(items, onOrder)
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return (
    <>
      <p role="status" className="sr-only">
        {arrange.announcement}
      </p>
      <p className="text-sm text-quiet">{dashboards.arrangeHelp}</p>
      <ul ref={list} aria-label={dashboards.widgets} className="flex flex-col gap-2">
        {arrange.order.map((id) => (
          <li
            key={id}
            data-widget={id}
            className={`flex items-center gap-2 rounded-card border bg-surface pr-3 ${arrange.draggedId === id ? 'border-accent shadow-menu' : 'border-line'}`}
          >
            <button
              type="button"
              data-handle={id}
              aria-label={dashboards.move({ name: names.get(id) ?? '' })}
              aria-pressed={arrange.draggedId === id}
              className="min-h-11 min-w-11 cursor-grab touch-none text-quiet select-none hover:text-ink aria-pressed:cursor-grabbing aria-pressed:text-accent"
              onPointerDown={(event) => arrange.onPointerDown(id, event)}
              onKeyDown={(event) => arrange.onKeyDown(id, event)}
              onBlur={arrange.onBlur}
            >
              <svg viewBox="0 0 16 16" className="mx-auto size-4 fill-current" aria-hidden="true">
                <path d="M4 2h3v3H4zM9 2h3v3H9zM4 6.5h3v3H4zM9 6.5h3v3H9zM4 11h3v3H4zM9 11h3v3H9z" />
              </svg>
            </button>
            <span className="min-w-0 py-2 break-words">{names.get(id)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
