import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import type { Level } from './levels.ts'

/** A shape for each level, so that nothing depends on colour alone. */
const looks: Readonly<Record<Level, { colour: string; shape: ReactNode }>> = {
  critical: { colour: 'text-fault', shape: <path d="M4 .5h4L11.5 4v4L8 11.5H4L.5 8V4z" /> },
  failure: { colour: 'text-fault', shape: <path d="M1 1h10v10H1z" /> },
  warning: { colour: 'text-warn', shape: <path d="M6 1l5.4 10H.6z" /> },
  info: { colour: 'text-accent', shape: <circle cx="6" cy="6" r="4.5" /> },
  none: {
    colour: 'text-off',
    shape: <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  },
}

/** How bad it is when an alert begins: a shape, a colour and a word. */
export const LevelMark = ({ level }: { level: Level }): ReactNode => {
  const { alerts } = useTexts()
  const { colour, shape } = looks[level]
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <svg viewBox="0 0 12 12" className={`size-3 shrink-0 fill-current ${colour}`} aria-hidden="true">
        {shape}
      </svg>
      <span className="truncate">{alerts.levels[level]}</span>
    </span>
  )
}
