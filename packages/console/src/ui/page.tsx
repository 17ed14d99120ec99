import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'

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
