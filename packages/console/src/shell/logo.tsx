import type { ReactNode } from 'react'

/** Three bars, of which the last two end earlier. */
export const Logo = ({ className = 'h-5' }: { className?: string }): ReactNode => (
  <svg viewBox="0 0 18 20" className={`aspect-[18/20] shrink-0 fill-accent ${className}`} aria-hidden="true">
    <path d="M0 0h4v20H0zM7 0h4v14H7zM14 0h4v8h-4z" />
  </svg>
)
