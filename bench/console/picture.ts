import { measurePicture } from '@busbar/console/bench'
import { median } from '../kit/median.ts'
import type { Goal } from '../kit/print.ts'

const [elements, changes, seconds] = [500, 200, 30]

/** A picture of many bound elements while its values change: none of its frames may be late. */
export const pictureGoals = async (): Promise<Goal[]> => {
  const took = await measurePicture(elements, changes, seconds)
  if (took === null) return []
  const what = `picture of ${elements} elements, ${changes} new values a second`
  const ms = { unit: ' ms', wants: { below: 8 } }
  return [
    { what: `${what}: busy in a frame, median`, value: median(took), ...ms },
    { what: `${what}: the longest frame`, value: Math.max(...took), ...ms },
  ]
}
