import type { ReactNode } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'

export interface FigureProps {
  title: string
  /** Undefined until it is known. */
  value: ReactNode | undefined
  /** In a line below. */
  more?: ReactNode
}

/** A few numbers side by side, on top of a page. */
export const Figures = ({ children }: { children: ReactNode }): ReactNode => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:auto-cols-fr md:grid-flow-col md:grid-cols-none [&>*:last-child:nth-child(odd)]:max-md:col-span-2">
    {children}
  </dl>
)

export const Figure = ({ title, value, more }: FigureProps): ReactNode => (
  <div className="flex min-h-19 flex-col gap-0.5 bg-surface px-4 py-2.5">
    <dt className="text-xs text-quiet">{title}</dt>
    <dd className="text-xs">
      <span className="block text-lg font-medium">{value ?? <Skeleton className="w-16" />}</span>
      {more}
    </dd>
  </div>
)

/** A number of something, and of how many. */
export const PartOf = ({ some, all }: { some: string; all: string }): ReactNode => (
  <span className="whitespace-nowrap">
    {some} <span className="text-sm font-normal text-faint">{all}</span>
  </span>
)
