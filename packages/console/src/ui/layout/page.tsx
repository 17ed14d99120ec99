import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'

export interface PageProps {
  title: string
  /** Buttons and links beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The first page of a visit leaves the focus alone: the way through it begins at its top. */
let isFirst = true

/** What every page is in. Its title is the tab's too, and takes the focus, so that who does not see the page hears where they are. */
export const Page = ({ title, actions, children }: PageProps): ReactNode => {
  const { common } = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${common.appName}`
  }, [title, common])
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <div className="mx-auto flex w-full max-w-[1400px] flex-col gap-4 p-4 md:p-6">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

export interface PanelProps {
  title: string
  /** Beside the title: a count, a button. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a page with its heading. */
export const Panel = ({ title, aside, className = '', children }: PanelProps): ReactNode => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`min-w-0 rounded-part border border-line bg-surface ${className}`}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

/** Names with what they are, as a list. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode => (
  <dl className="grid grid-cols-[minmax(7rem,max-content)_minmax(6.5rem,1fr)] gap-x-6 gap-y-2 px-4 py-3 text-sm">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-quiet">{name}</dt>
        <dd className="min-w-0 break-words">{value}</dd>
      </div>
    ))}
  </dl>
)
