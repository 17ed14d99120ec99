import { colourOf, dashOf } from '@busbar/charts'
import { resolvedColour } from '@busbar/charts/plot'

/** Caption of a saved image. */
export interface PictureCaption {
  title: string
  /** From when till when, and in which zone. */
  span: string
  /** Index, name and legend text of each line. */
  lines: readonly { line: number; name: string; figures: string }[]
}

const edgePx = 16
const headPx = 56
const rowPx = 20

/** The plots of a chart, one below the other, with title, zone and legend, as a picture. Null where the browser makes none. */
export const pictureOf = (chart: HTMLElement, { title, span, lines }: PictureCaption): Promise<Blob | null> => {
  const plots = [...chart.querySelectorAll('canvas')]
  const ratio = devicePixelRatio
  const colour = (name: string): string => resolvedColour(chart, name)
  const widest = Math.max(320 * ratio, ...plots.map(({ width }) => width))
  const high = plots.reduce((sum, { height }) => sum + height, 0)
  const canvas = document.createElement('canvas')
  canvas.width = widest + 2 * edgePx * ratio
  canvas.height = high + (headPx + lines.length * rowPx + edgePx) * ratio
  const ctx = canvas.getContext('2d')
  if (ctx === null) return Promise.resolve(null)
  const write = (text: string, x: number, y: number, px: number, name: string, weight = 400): void => {
    ctx.font = `${weight} ${px * ratio}px "IBM Plex Sans Variable", system-ui, sans-serif`
    ctx.fillStyle = colour(name)
    ctx.fillText(text, x * ratio, y)
  }
  ctx.fillStyle = colour('--surface')
  ctx.fillRect(0, 0, canvas.width, canvas.height)
  write(title, edgePx, 26 * ratio, 16, '--ink', 600)
  write(span, edgePx, 45 * ratio, 12, '--quiet')
  let y = headPx * ratio
  for (const plot of plots) {
    ctx.drawImage(plot, edgePx * ratio, y)
    y += plot.height
  }
  for (const { line, name, figures } of lines) {
    y += rowPx * ratio
    ctx.strokeStyle = colour(colourOf(line))
    ctx.lineWidth = 2.5 * ratio
    ctx.setLineDash(dashOf(line).map((px) => px * ratio))
    ctx.beginPath()
    ctx.moveTo(edgePx * ratio, y - 4 * ratio)
    ctx.lineTo((edgePx + 22) * ratio, y - 4 * ratio)
    ctx.stroke()
    write(name, edgePx + 30, y, 12, '--ink', 500)
    const nameWidth = ctx.measureText(name).width / ratio
    write(figures, edgePx + 30 + nameWidth + 16, y, 12, '--quiet')
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
