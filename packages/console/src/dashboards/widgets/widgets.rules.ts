import type { Limit } from '../values/board.ts'

/** A part of a line. */
export interface MarkupRun {
  text: string
  look?: 'bold' | 'italic' | 'code' | 'link'
  /** Link target; web addresses only. */
  href?: string
}

export type MarkupBlock =
  | { kind: 'heading'; runs: MarkupRun[] }
  | { kind: 'paragraph'; lines: MarkupRun[][] }
  | { kind: 'list'; items: MarkupRun[][] }

/** Bold, italic, code and links, in this order; all else is text. */
const marks = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|`([^`\n]+)`|\[([^\]\n]+)\]\((https?:\/\/[^\s()]+)\)/gu

export const runsOf = (line: string): MarkupRun[] => {
  const runs: MarkupRun[] = []
  let copied = 0
  for (const found of line.matchAll(marks)) {
    if (found.index > copied) runs.push({ text: line.slice(copied, found.index) })
    const [, bold, italic, code, text, href] = found
    if (bold !== undefined) runs.push({ text: bold, look: 'bold' })
    else if (italic !== undefined) runs.push({ text: italic, look: 'italic' })
    else if (code !== undefined) runs.push({ text: code, look: 'code' })
    else if (text !== undefined && href !== undefined) runs.push({ text, look: 'link', href })
    copied = found.index + found[0].length
  }
  if (copied < line.length) runs.push({ text: line.slice(copied) })
  return runs
}

/** A text of people with a little markup. It becomes elements of the page and never HTML: nothing in it can be more than text. */
export const blocksOf = (text: string): MarkupBlock[] => {
  const blocks: MarkupBlock[] = []
  for (const line of text.split('\n')) {
    const last = blocks.at(-1)
    const [, heading] = /^#{1,3} (.+)$/u.exec(line) ?? []
    const [, item] = /^[-*] (.+)$/u.exec(line) ?? []
    if (heading !== undefined) blocks.push({ kind: 'heading', runs: runsOf(heading) })
    else if (item !== undefined && last?.kind === 'list') last.items.push(runsOf(item))
    else if (item !== undefined) blocks.push({ kind: 'list', items: [runsOf(item)] })
    else if (line.trim() === '') blocks.push({ kind: 'paragraph', lines: [] })
    else if (last?.kind === 'paragraph') last.lines.push(runsOf(line))
    else blocks.push({ kind: 'paragraph', lines: [runsOf(line)] })
  }
  return blocks.filter((block) => block.kind !== 'paragraph' || block.lines.length > 0)
}

/** Whole steps of an axis from 0, or from below it, to what covers all values: 1, 2 or 5 times a power of ten. */
export const axisOf = (values: readonly number[], stepsMax = 3): { least: number; greatest: number; step: number } => {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  // A smaller range cannot be divided by ten.
  if (high - low < 1e-300) return { least: 0, greatest: 1, step: 1 }
  const rough = (high - low) / stepsMax
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough * 0.999_999) ?? 10) * power
  return { least: Math.floor(low / step) * step, greatest: Math.ceil(high / step) * step, step }
}

/** The steps of an axis, from below. */
export const ticksOf = ({ least, greatest, step }: ReturnType<typeof axisOf>): number[] =>
  Array.from({ length: Math.round((greatest - least) / step) + 1 }, (_, at) => least + at * step)

/** Returns true for the bars that have a label, so that labels fit. */
export const isNamed = (at: number, count: number, roomFor: number): boolean =>
  (count - 1 - at) % Math.max(1, Math.ceil(count / roomFor)) === 0

/** A half circle from the left over the top to the right: the middle of its ends, and how far out. */
interface Arc {
  x: number
  y: number
  radius: number
}

/** How far along the scale a value is, 0 to 1; beyond its ends it stays there. */
export const fractionOf = (value: number, least: number, greatest: number): number =>
  Math.min(1, Math.max(0, (value - least) / (greatest - least)))

const pointAt = ({ x, y, radius }: Arc, part: number): string => {
  const angle = Math.PI * (1 - part)
  return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y - radius * Math.sin(angle)).toFixed(2)}`
}

/** A piece of the arc; nothing where it has no length. */
export const arcPath = (arc: Arc, from: number, till: number): string =>
  till <= from ? '' : `M${pointAt(arc, from)}A${arc.radius} ${arc.radius} 0 0 1 ${pointAt(arc, till)}`

interface Zone {
  from: number
  till: number
  level: Limit['level']
}

/** The ranges that are not normal, as parts of the scale; warnings first, so that what is worse lies on them. */
export const zonesOf = (limits: readonly Limit[], least: number, greatest: number): Zone[] =>
  limits
    .map(({ from = least, till = greatest, level }) => ({
      from: fractionOf(from, least, greatest),
      till: fractionOf(till, least, greatest),
      level,
    }))
    .toSorted((a, b) => b.level.localeCompare(a.level))

interface Box {
  width: number
  height: number
}

/** A line through values at equal distances; it breaks where there is none, and a value that stands alone is a dash. */
export const trendPath = (values: readonly (number | null)[], { width, height }: Box): string => {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return ''
  const [min, max] = [Math.min(...known), Math.max(...known)]
  const step = width / Math.max(1, values.length - 1)
  const edge = 2
  const y = (value: number): number =>
    max === min ? height / 2 : height - edge - ((value - min) / (max - min)) * (height - 2 * edge)
  const isGap = (at: number): boolean => (values[at] ?? null) === null
  return values
    .map((value, at) => {
      if (value === null) return ''
      const xy = `${(at * step).toFixed(1)} ${y(value).toFixed(1)}`
      if (!isGap(at - 1)) return `L${xy}`
      return isGap(at + 1) ? `M${xy}h${at === values.length - 1 ? -edge : edge}` : `M${xy}`
    })
    .join('')
}

/** Path of the area under the line, in segments. */
export const trendArea = (values: readonly (number | null)[], box: Box): string =>
  trendPath(values, box)
    .split('M')
    .filter((segment) => segment.includes('L'))
    .map((segment) => {
      const points = segment.split('L')
      const [first = '', last = ''] = [points[0], points.at(-1)].map((point) => point?.split(' ')[0])
      return `M${first} ${box.height}L${segment}L${last} ${box.height}Z`
    })
    .join('')
