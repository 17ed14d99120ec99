export interface Box {
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

/** What lies below the line, piece by piece. */
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
