export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/** The box around a path. Curves count with their control points, arcs of half an ellipse with their height. */
export const boundsOf = (d: string): Bounds => {
  const xs: number[] = []
  const ys: number[] = []
  let [x, y] = [0, 0]
  let [startX, startY] = [0, 0]
  const go = (toX: number, toY: number): void => {
    x = toX
    y = toY
    xs.push(x)
    ys.push(y)
  }
  for (const [, command = '', rest = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = rest.match(/-?\d*\.?\d+/g)?.map(Number) ?? []
    const isRelative = command === command.toLowerCase()
    const size = { m: 2, l: 2, h: 1, v: 1, a: 7, q: 4, t: 2, z: 0 }[command.toLowerCase()]
    if (size === undefined) throw new Error(`${command} in ${d}`)
    for (let at = 0; at < Math.max(1, numbers.length); at += Math.max(1, size)) {
      const some = numbers.slice(at, at + size)
      const [baseX, baseY] = isRelative ? [x, y] : [0, 0]
      const [a = 0, b = 0, , , , endX = 0, endY = 0] = some
      switch (command.toLowerCase()) {
        case 'h':
          go(baseX + a, y)
          break
        case 'v':
          go(x, baseY + a)
          break
        case 'z':
          go(startX, startY)
          break
        case 'a': {
          const isHalf = Math.abs(Math.hypot(isRelative ? endX : endX - x, isRelative ? endY : endY - y) - 2 * a) < 0.01
          const [fromX, fromY] = [x, y]
          go(baseX + endX, baseY + endY)
          const [midX, midY] = [(fromX + x) / 2, (fromY + y) / 2]
          if (isHalf && Math.abs(fromY - y) < 0.01) ys.push(midY + ((some[4] === 1) === fromX < x ? -b : b))
          if (isHalf && Math.abs(fromX - x) < 0.01) xs.push(midX + ((some[4] === 1) === fromY < y ? a : -a))
          break
        }
        case 'q':
          xs.push(baseX + a)
          ys.push(baseY + b)
          go(baseX + (some[2] ?? 0), baseY + (some[3] ?? 0))
          break
        default:
          go(baseX + a, baseY + b)
          if (command.toLowerCase() === 'm' && at === 0) [startX, startY] = [x, y]
      }
    }
  }
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}
