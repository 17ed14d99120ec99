import type UPlot from 'uplot'
import type { Gap } from '../model/gaps.ts'
import { fontOf, type OccupiedSpans } from './canvas-text.ts'

export interface DrawnGap extends Gap {
  /** Label above the gap: reason and length. */
  label: string
}

type Colour = (name: string) => string

/** A pause is deliberate; for other gaps it is unknown whether anything is wrong. */
const toneOf = ({ kind }: Gap): 'muted' | 'unknown' => (kind === 'paused' ? 'muted' : 'unknown')

const stripePx = 7
/** Narrower gaps would be invisible. */
const widthPxMin = 2

interface PlotEdges {
  left: number
  right: number
}

/** Visible gaps in canvas pixels; touching neighbours of the same kind are merged. */
const boxesOf = (plot: UPlot, gaps: readonly DrawnGap[]): { gap: DrawnGap; box: PlotEdges }[] => {
  const { left, width } = plot.bbox
  const boxes: { gap: DrawnGap; box: PlotEdges }[] = []
  for (const gap of gaps) {
    const from = Math.max(left, plot.valToPos(gap.from, 'x', true))
    const till = Math.min(left + width, plot.valToPos(gap.till, 'x', true))
    if (till < left || from > left + width) continue
    const before = boxes.findLast((one) => one.gap.kind === gap.kind)
    const box = { left: from, right: Math.max(till, from + widthPxMin * devicePixelRatio) }
    if (before !== undefined && box.left <= before.box.right + 1)
      before.box.right = Math.max(before.box.right, box.right)
    else boxes.push({ gap, box })
  }
  return boxes
}

/** Hatches what is missing, behind everything. */
export const hatchGaps = (plot: UPlot, gaps: readonly DrawnGap[], colour: Colour): void => {
  const { ctx } = plot
  const { top, height } = plot.bbox
  const stripe = stripePx * devicePixelRatio
  for (const { gap, box } of boxesOf(plot, gaps)) {
    ctx.save()
    ctx.beginPath()
    ctx.rect(box.left, top, box.right - box.left, height)
    ctx.clip()
    ctx.fillStyle = colour(`--${toneOf(gap)}-soft`)
    ctx.globalAlpha = 0.6
    ctx.fillRect(box.left, top, box.right - box.left, height)
    ctx.globalAlpha = 1
    ctx.strokeStyle = colour(`--${toneOf(gap)}-line`)
    ctx.lineWidth = devicePixelRatio
    ctx.beginPath()
    // Stripes hang together over all gaps.
    for (let x = Math.floor((box.left - height) / stripe) * stripe; x < box.right; x += stripe) {
      ctx.moveTo(x, top + height)
      ctx.lineTo(x + height, top)
    }
    ctx.stroke()
    ctx.restore()
  }
}

/** The upper edge of each gap, and above it why and how long, the longest first; where there is no room, the edge alone. */
export const labelGaps = (plot: UPlot, gaps: readonly DrawnGap[], colour: Colour, taken: OccupiedSpans): void => {
  const { ctx } = plot
  const { top, left, width } = plot.bbox
  const ratio = devicePixelRatio
  const boxes = boxesOf(plot, gaps)
  ctx.save()
  ctx.font = fontOf(11, 500)
  ctx.textAlign = 'center'
  ctx.textBaseline = 'alphabetic'
  for (const { gap, box } of boxes) {
    ctx.fillStyle = colour(`--${toneOf(gap)}`)
    ctx.fillRect(box.left, top - 2.5 * ratio, box.right - box.left, 2.5 * ratio)
  }
  for (const { gap, box } of boxes.toSorted((a, b) => b.gap.ends - b.gap.begins - (a.gap.ends - a.gap.begins))) {
    const half = ctx.measureText(gap.label).width / 2
    if (half * 2 > width) continue
    // In the middle above it, or where something stands there, from its end to the left, or from its beginning to the right.
    const middle = [(box.left + box.right) / 2, box.right - half - 8 * ratio, box.left + half]
      .map((x) => Math.min(left + width - half, Math.max(left + half, x)))
      .find((x) => taken.take(x - half - 6 * ratio, x + half + 6 * ratio))
    if (middle === undefined) continue
    ctx.fillStyle = colour(`--${toneOf(gap)}-text`)
    ctx.fillText(gap.label, middle, top - 7 * ratio)
  }
  ctx.restore()
}
