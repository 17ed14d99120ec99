import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'

const bar = 'h-3 rounded-mark bg-pressed'
const widths = ['w-2/5', 'w-1/4', 'w-1/3', 'w-1/5'] as const

/** Placeholder of a loading list. Shown after a moment only, so that quick answers do not flicker. */
export const ListSkeleton = (): ReactNode => {
  const { common } = useTexts()
  return (
    <div className="animate-[appear_0.2s_0.2s_both] p-4">
      <p role="status" className="sr-only">
        {common.loading}
      </p>
      <div className="flex flex-col gap-5" aria-hidden="true">
        {widths.map((width) => (
          <div key={width} className="flex items-center gap-3">
            <span className="size-2.5 rounded-full bg-pressed" />
            <span className={`${bar} ${width}`} />
            <span className={`${bar} ml-auto w-16`} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Placeholder of a value that is not loaded yet: never a word that could be mistaken for one. */
export const Skeleton = ({ className = 'w-24' }: { className?: string }): ReactNode => {
  const { common } = useTexts()
  return (
    <span data-skeleton className={`inline-block h-4 max-w-full rounded-mark bg-pressed align-middle ${className}`}>
      <span className="sr-only">{common.loading}</span>
    </span>
  )
}
