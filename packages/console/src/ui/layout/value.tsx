import type { ReactNode } from 'react'

const sizes = {
  row: { number: '', unit: 'text-xs' },
  card: { number: 'text-2xl tracking-tight', unit: 'text-base tracking-normal' },
  page: { number: 'text-3xl tracking-tight', unit: 'text-lg tracking-normal' },
} as const

export interface ValueProps {
  /** As the service writes it, with its unit after a space; nothing where there is none. */
  text: string | undefined
  size?: keyof typeof sizes
}

/** A number, then the unit after any kind of space. */
const parts = /^([-−+]?\d[\d\s.,]*)(\s)(\D.*)$/u

/** A measured value: the number in full ink, its unit smaller and quieter. It is never cut. */
export const Value = ({ text, size = 'row' }: ValueProps): ReactNode => {
  const { number, unit } = sizes[size]
  const [, digits = text ?? '—', space, unitName] = (text === undefined ? null : parts.exec(text)) ?? []
  return (
    <span className={`font-medium ${digits.length < 24 ? 'whitespace-nowrap' : 'break-words'} ${number}`}>
      {digits}
      {unitName !== undefined && (
        <>
          {space}
          <span className={`font-normal text-faint ${unit}`}>{unitName}</span>
        </>
      )}
    </span>
  )
}
