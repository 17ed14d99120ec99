const minutesOfDay = 1440
const two = (number: number): string => String(number).padStart(2, '0')

/** `08:30`, of minutes since midnight. */
export const clockText = (minute: number): string => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`

/** Minutes since midnight; an end at midnight is that of the day's end. */
export const minuteOf = (text: string, isEnd: boolean): number => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  const found = hour * 60 + minute
  return isEnd && found === 0 ? minutesOfDay : found
}
