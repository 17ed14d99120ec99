import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'

/** In place of a fact that the service has not told yet: never a word that could be taken for one. */
export const Skeleton = ({ className = 'w-24' }: { className?: string }): ReactNode => {
  const { common } = useTexts()
  return (
    <span data-skeleton className={`inline-block h-4 max-w-full rounded-part bg-raised align-middle ${className}`}>
      <span className="sr-only">{common.loading}</span>
    </span>
  )
}
