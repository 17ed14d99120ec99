import type { Texts } from '../texts/messages.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** `16:12:07.412`, in the time of the browser. */
export const clockText = (iso: string): string => {
  const at = new Date(iso)
  const ms = String(at.getMilliseconds()).padStart(3, '0')
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${ms}`
}

/** `2026-11-16 16:12:07`. */
export const dateText = (iso: string): string => {
  const at = new Date(iso)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** `3 d 4 h`, `4 min`, `12 s`: the two largest parts. */
export const durationText = ({ common: { d, h, min, s } }: Texts, seconds: number): string => {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), d],
    [Math.floor(seconds / 3600) % 24, h],
    [Math.floor(seconds / 60) % 60, min],
    [Math.floor(seconds) % 60, s],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return `0 ${s}`
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

/** `06:58` of seconds of a day. */
export const dayTimeText = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`

export const sizeText = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`
  const [value, unit] =
    bytes < 1_048_576
      ? [bytes / 1024, 'KB']
      : bytes < 1_073_741_824
        ? [bytes / 1_048_576, 'MB']
        : [bytes / 1_073_741_824, 'GB']
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}

const formats = ['8E1', '8O1', '8S1', '8N2', '8N1', '8N1/2'] as const

/** `9600 8E1`, as it stands on devices. */
export const lineText = ({
  baudRate,
  charFormat,
  frameMode,
}: {
  baudRate: number
  charFormat: number
  frameMode: number
}): string => `${baudRate} ${formats[charFormat] ?? charFormat}${frameMode === 1 ? ' ASCII' : ''}`

export const formatNames: readonly string[] = formats

/** The last first. A phone of 2021 has no `toReversed`. */
export const reversed = <T>(list: readonly T[]): T[] => list.map((_, at) => list[list.length - 1 - at] as T)

/** The text that comes last in the order of texts; nothing where there is none. */
export const lastOf = (texts: readonly string[]): string | undefined =>
  texts.reduce<string | undefined>((last, text) => (last === undefined || text > last ? text : last), undefined)
