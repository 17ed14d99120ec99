import type { ReactNode } from 'react'

/** Three bars, of which the last two end earlier. */
export const Logo = (): ReactNode => (
  <span className="flex items-center gap-2 font-semibold tracking-tight">
    <svg viewBox="0 0 18 20" className="h-5 w-[18px] fill-accent" aria-hidden="true">
      <path d="M0 0h4v20H0zM7 0h4v14H7zM14 0h4v8h-4z" />
    </svg>
    <span className="max-sm:sr-only">Busbar</span>
  </span>
)
