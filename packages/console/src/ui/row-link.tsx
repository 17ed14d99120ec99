import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

/** A link in a long table: the router's own asks itself at every change whether it is the current one, which hundreds of rows cannot afford. */
export const RowLink = ({ href, children }: { href: string; children: ReactNode }): ReactNode => {
  const { history } = useRouter()
  const go = (event: MouseEvent): void => {
    // With a key held the browser opens a tab or a window, as everywhere.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(href)
  }
  return (
    <a href={href} onClick={go} className="font-medium underline-offset-4 hover:underline">
      {children}
    </a>
  )
}
