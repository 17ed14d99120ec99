import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'

const bar = 'h-3 rounded-mark bg-pressed'
const widths = ['w-2/5', 'w-1/4', 'w-1/3', 'w-1/5'] as const

/** In place of what is on its way. It is shown only where that takes a moment, so that quick answers do not flicker. */
export const Skeleton = (): ReactNode => {
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
