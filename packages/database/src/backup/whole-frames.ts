import { createHash, type Hash } from 'node:crypto'
import { DatabaseProblem } from '../problem.ts'
import { damaged, type Frame, formatNow } from './frames.ts'
import { lineCount } from './line-count.ts'

/**
 * Passes frames through as long as their order and checksums are right, and refuses an incomplete backup at the end.
 */
export const wholeFrames = async function* (frames: AsyncIterable<Frame>): AsyncGenerator<Frame> {
  let table: { name: string; sum: Hash; bytes: number; rows: number } | null = null
  let [count, isBegun, isWhole] = [0, false, false]
  for await (const frame of frames) {
    if (isWhole) throw damaged('it continues after its end')
    if (!isBegun && frame.kind !== 'H') throw damaged('its header is missing')
    if ((table !== null) !== (frame.kind === 'D' || frame.kind === 'E')) throw damaged('its frames are out of order')
    switch (frame.kind) {
      case 'H':
        if (isBegun) throw damaged('it has two headers')
        if (frame.value.format > formatNow) throw newer(frame.value.format)
        isBegun = true
        break
      case 'T':
        table = { name: frame.value.name, sum: createHash('sha256'), bytes: 0, rows: 0 }
        count += 1
        break
      case 'D':
        if (table === null) break
        table.sum.update(frame.lines)
        table.bytes += frame.lines.length
        table.rows += lineCount(frame.lines)
        break
      case 'E': {
        const { rows, bytes, sha256 } = frame.value
        const isSame = table?.rows === rows && table.bytes === bytes && table.sum.digest('hex') === sha256
        if (!isSame) throw damaged(`the rows of table ${table?.name} have changed`)
        table = null
        break
      }
      case 'S':
        break
      case 'Z':
        if (frame.value.tables !== count || frame.value.sha256 !== frame.sumBefore)
          throw damaged('its checksum is wrong')
        isWhole = true
        break
    }
    yield frame
  }
  if (!isBegun) throw damaged('its header is missing')
  if (!isWhole) throw damaged('it is truncated')
}

const newer = (format: number): DatabaseProblem =>
  new DatabaseProblem(
    `The backup is from a newer Busbar (format ${format}; this one supports ${formatNow}): update Busbar first.`,
  )
