import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useNamePage } from './page-title.ts'

export interface PageProps {
  title: string
  /** Short name, if the title is a sentence. */
  name?: string
  /** Line below the title. */
  facts?: ReactNode
  /** How it stands, beside the title; nothing while all is normal. */
  badge?: ReactNode
  /** Buttons and links beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The first page of a visit leaves the focus alone: the way through it begins at its top. */
let isFirst = true

/**
 * Frame of every page. Its title is also that of the tab and receives the focus, so that screen readers announce the
 * page.
 */
export const Page = ({ title, name = title, facts, badge, actions, children }: PageProps): ReactNode => {
  const heading = useRef<HTMLHeadingElement>(null)
  useNamePage(name)
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <div className="mx-auto flex w-full max-w-[1600px] flex-col gap-4 px-4 py-3 md:px-6 md:py-5 print:p-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5">
        <div className="min-w-0">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 ref={heading} tabIndex={-1} className="min-w-0 md:py-0.5">
              {title}
            </h1>
            {badge}
          </div>
          {facts !== undefined && <p className="text-sm text-quiet">{facts}</p>}
        </div>
        {actions !== undefined && <div className="flex min-w-0 flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

export interface PanelProps {
  title: string
  /** Right behind the title: a count. */
  badge?: ReactNode
  /** At the other end: a button, a link. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a page with its heading: a card. */
export const Panel = ({ title, badge, aside, className = '', children }: PanelProps): ReactNode => {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 overflow-clip rounded-card border border-line bg-surface ${className}`}
    >
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-1.5">
        <div className="flex min-w-0 items-center gap-2">
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          {badge}
        </div>
        {aside}
      </header>
      {children}
    </section>
  )
}

/** List of names and values. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode => (
  <dl className="grid grid-cols-[minmax(6rem,max-content)_minmax(6.5rem,1fr)] gap-x-5 gap-y-1.75 px-4 pt-1 pb-4 text-sm">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-faint">{name}</dt>
        <dd className="min-w-0 break-words">{value}</dd>
      </div>
    ))}
  </dl>
)
