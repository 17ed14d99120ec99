import type { ReactNode } from 'react'

const [width, height] = [84, 22]

/** The course of a branch, as small as a word; the table has its figures. It breaks where nothing is known. */
export const Spark = ({ values }: { values: readonly (number | null)[] }): ReactNode => {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [min, max] = [Math.min(0, ...known), Math.max(...known)]
  const x = (at: number): string => ((at / (values.length - 1)) * width).toFixed(1)
  const y = (value: number): string =>
    (height - 2 - (max === min ? 0.5 : (value - min) / (max - min)) * (height - 4)).toFixed(1)
  const path = values
    .map((value, at) => (value === null ? '' : `${(values[at - 1] ?? null) === null ? 'M' : 'L'}${x(at)} ${y(value)}`))
    .join('')
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="h-5.5 w-21" aria-hidden="true">
      <path d={path} className="fill-none stroke-faint" strokeWidth="1.25" strokeLinejoin="round" />
    </svg>
  )
}
