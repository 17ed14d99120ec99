import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { ShortName } from './short-name.tsx'

/** A link in a long table: the router's own asks itself at every change whether it is the current one, which hundreds of rows cannot afford. */
export const RowLink = ({ href, children }: { href: string; children: ReactNode }): ReactNode => {
  const { history } = useRouter()
  const go = (event: MouseEvent): void => {
    // Modifier keys open a tab or window as everywhere.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(href)
  }
  return (
    <a
      href={href}
      onClick={go}
      className="inline-block max-w-full align-bottom font-medium underline-offset-3 hover:underline"
    >
      {typeof children === 'string' ? <ShortName name={children} /> : children}
    </a>
  )
}
