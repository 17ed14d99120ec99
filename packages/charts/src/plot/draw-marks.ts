import type UPlot from 'uplot'
import { fontOf, type OccupiedSpans } from './canvas-text.ts'

type Colour = (name: string) => string

/** Severity, from which a mark takes its colours. */
type Tone = 'ok' | 'info' | 'warning' | 'critical' | 'unknown' | 'muted'

/** A limit of an alert, on the axis of its parameter. */
export interface Limit {
  paramId: number
  value: number
  tone: Tone
  label: string
}

/** Something that happened: an alarm began, or a person wrote a value. */
export interface Mark {
  on: number
  kind: 'alarm' | 'write'
  tone: Tone
  /** Shown if there is room. */
  label: string
}

/** Limits as they are seen in a plot, each once: an alert may watch several parameters in the same way. */
const seenLimits = (plot: UPlot, limits: readonly Limit[], scaleOf: (paramId: number) => string | undefined) => {
  const { top, height } = plot.bbox
  const seen = new Map<string, Limit & { y: number }>()
  for (const limit of limits) {
    const scale = scaleOf(limit.paramId)
    if (scale === undefined || plot.scales[scale]?.min === undefined) continue
    const y = plot.valToPos(limit.value, scale, true)
    if (y >= top && y <= top + height) seen.set(`${scale} ${limit.value} ${limit.label}`, { ...limit, y })
  }
  return [...seen.values()]
}

/** Dashed, with its name in a box at the left. */
export const drawLimits = (
  plot: UPlot,
  limits: readonly Limit[],
  scaleOf: (paramId: number) => string | undefined,
  colour: Colour,
): void => {
  const { ctx } = plot
  const { left, width } = plot.bbox
  const ratio = devicePixelRatio
  const seen = seenLimits(plot, limits, scaleOf)
  ctx.save()
  ctx.lineWidth = 1.5 * ratio
  ctx.setLineDash([6 * ratio, 4 * ratio])
  for (const { y, tone } of seen) {
    ctx.strokeStyle = colour(`--${tone}`)
    ctx.beginPath()
    ctx.moveTo(left, y)
    ctx.lineTo(left + width, y)
    ctx.stroke()
  }
  ctx.setLineDash([])
  ctx.font = fontOf(11, 500)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.lineWidth = ratio
  const taken: number[] = []
  const boxHeight = 18 * ratio
  for (const { y, tone, label } of seen) {
    const textWidth = ctx.measureText(label).width
    // A box over another would hide it: its line has the colour, and the page of the parameter the name.
    if (taken.some((other) => Math.abs(other - y) < boxHeight) || textWidth > width * 0.7) continue
    taken.push(y)
    ctx.fillStyle = colour(`--${tone}-soft`)
    ctx.strokeStyle = colour(`--${tone}-line`)
    ctx.beginPath()
    ctx.roundRect(left + 8 * ratio, y - boxHeight / 2, textWidth + 14 * ratio, boxHeight, 4 * ratio)
    ctx.fill()
    ctx.stroke()
    ctx.fillStyle = colour(`--${tone}-text`)
    ctx.fillText(label, left + 15 * ratio, y + 0.5 * ratio)
  }
  ctx.restore()
}

/** From the least bad on. */
const order: readonly Tone[] = ['muted', 'ok', 'info', 'unknown', 'warning', 'critical']
/** Nearer ones are one sign, that of the worst. */
const apartPx = 7

/** Marks that are in sight, by time, those that would cover each other as one. */
const seenMarks = (plot: UPlot, marks: readonly Mark[]): { mark: Mark; x: number }[] => {
  const { left, width } = plot.bbox
  const seen: { mark: Mark; x: number }[] = []
  for (const mark of marks.toSorted((a, b) => a.on - b.on)) {
    const x = plot.valToPos(mark.on, 'x', true)
    if (x < left || x > left + width) continue
    const before = seen.findLast((one) => one.mark.kind === mark.kind)
    if (before === undefined || x - before.x >= apartPx * devicePixelRatio) seen.push({ mark, x })
    else if (order.indexOf(mark.tone) > order.indexOf(before.mark.tone)) before.mark = mark
  }
  return seen
}

/** Signs above the plot, each with a line through it. */
export const drawMarks = (plot: UPlot, marks: readonly Mark[], colour: Colour, taken: OccupiedSpans): void => {
  const { ctx } = plot
  const { left, top, height } = plot.bbox
  const ratio = devicePixelRatio
  const seen = seenMarks(plot, marks)
  ctx.save()
  for (const { mark, x } of seen) {
    const isWrite = mark.kind === 'write'
    ctx.strokeStyle = colour(isWrite ? '--edge' : `--${mark.tone}`)
    ctx.fillStyle = ctx.strokeStyle
    ctx.lineWidth = ratio
    ctx.setLineDash(isWrite ? [2 * ratio, 3 * ratio] : [])
    ctx.beginPath()
    ctx.moveTo(x, top - 3 * ratio)
    ctx.lineTo(x, top + height)
    ctx.stroke()
    ctx.setLineDash([])
    drawSign(ctx, mark, x, top - 8 * ratio, 4.5 * ratio, colour)
    taken.take(x - 7 * ratio, x + 7 * ratio)
  }
  ctx.font = fontOf(11, 500)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  ctx.fillStyle = colour('--quiet')
  for (const { mark, x } of seen) {
    if (mark.kind !== 'write') continue
    const textWidth = ctx.measureText(mark.label).width
    const from = x - textWidth - 10 * ratio
    if (from < left || !taken.take(from - 4 * ratio, x - 8 * ratio)) continue
    ctx.fillText(mark.label, from, top - 5 * ratio)
  }
  ctx.restore()
}

/** The shapes of states; a write is a hollow circle. */
const drawSign = (
  ctx: CanvasRenderingContext2D,
  { kind, tone }: Mark,
  x: number,
  y: number,
  half: number,
  colour: Colour,
): void => {
  ctx.beginPath()
  if (kind === 'write' || tone === 'info') {
    ctx.arc(x, y, half - 0.5, 0, Math.PI * 2)
    ctx.lineWidth = 1.5 * devicePixelRatio
    ctx.fillStyle = colour('--surface')
    ctx.fill()
    ctx.stroke()
    return
  }
  if (tone === 'warning') {
    ctx.moveTo(x, y - half)
    ctx.lineTo(x + half * 1.15, y + half)
    ctx.lineTo(x - half * 1.15, y + half)
    ctx.closePath()
  } else ctx.rect(x - half, y - half, half * 2, half * 2)
  ctx.fill()
}
