import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'

export interface PagerProps {
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  /** Name of the list; "log" by default. */
  label?: string
}

/** Leafs through a long list; not there when everything is on one page. */
export const Pager = ({ page, pages, onPage, label }: PagerProps): ReactNode => {
  const { alerts } = useTexts()
  if (pages <= 1) return null
  return (
    <nav
      aria-label={label ?? alerts.pages}
      className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 text-sm"
    >
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {alerts.newer}
      </Button>
      <span aria-live="polite" className="text-quiet">
        {alerts.pageOf({ page, pages })}
      </span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {alerts.older}
      </Button>
    </nav>
  )
}
