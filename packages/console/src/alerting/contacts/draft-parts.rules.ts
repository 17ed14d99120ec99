const minutesOfDay = 1440
let keys = 0

/** Tells rows apart while they come and go. */
export const nextKey = (): number => {
  keys += 1
  return keys
}

const two = (number: number): string => String(number).padStart(2, '0')

/** As an input for times has it. */
export const clockText = (minute: number): string => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`

/** Minutes since midnight; an end at midnight is that of the day's end. */
export const minuteOf = (text: string, isEnd: boolean): number => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  const found = hour * 60 + minute
  return isEnd && found === 0 ? minutesOfDay : found
}

/** With one of them a place earlier. */
export const movedUp = <T>(items: readonly T[], place: number): T[] =>
  place < 1 || place >= items.length
    ? [...items]
    : [
        ...items.slice(0, place - 1),
        ...items.slice(place, place + 1),
        ...items.slice(place - 1, place),
        ...items.slice(place + 1),
      ]
