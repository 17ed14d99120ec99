import { type Language, localeOf } from './words.ts'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `90 sec`, `2 hr`: in the largest unit of which it is a whole number. */
export const durationText = (seconds: number, language: Language): string => {
  const [unit, length] = units.find(([, size]) => seconds >= size && seconds % size === 0) ?? ['second', 1]
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'short' }).format(
    seconds / length,
  )
}
