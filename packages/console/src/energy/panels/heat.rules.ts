import type { HeatCell, HeatDay, HeatGrid } from '@busbar/charts/bars'
import { at } from '@busbar/kit/at'
import { dayOf, wallMs } from '../figures/period.rules.ts'
import type { Profile } from '../figures.ts'

const hourMs = 3_600_000

/** Hours by day as the clocks of the place show them. */
export const heatOf = (zone: string, edges: readonly number[], profile: Profile | undefined, now: number): HeatGrid => {
  const days: HeatDay[] = []
  const cells: HeatCell[] = []
  for (const [index, till] of edges.slice(1).entries()) {
    const from = at(edges, index)
    const wall = wallMs(zone, from)
    const day = dayOf(wall)
    const last = days.at(-1)
    if (last?.day !== day) days.push({ day, from, hours: 0 })
    const today = days.at(-1)
    if (today !== undefined) today.hours += (till - from) / hourMs
    const passed = now < till ? Math.max(0, (now - from) / (till - from)) : 1
    const coverage = profile === undefined ? 0 : at(profile.coverage, index)
    cells.push({
      column: days.length - 1,
      hour: new Date(wall).getUTCHours(),
      nth: 0,
      of: 1,
      from,
      till,
      value: profile === undefined ? null : at(profile.energy, index),
      coverage: from > now ? null : Math.min(1, passed > 0 ? coverage / passed : 1),
    })
  }
  for (const same of Map.groupBy(cells, ({ column, hour }) => column * 24 + hour).values()) {
    for (const [nth, cell] of same.entries()) Object.assign(cell, { nth, of: same.length })
  }
  // An hour that goes on is not small.
  const values = cells.flatMap(({ value, till }) => (value === null || till > now ? [] : [value]))
  // Without values no cell has a colour to scale.
  const [first = 0] = values
  return {
    days,
    cells,
    least: values.reduce((least, value) => Math.min(least, value), first),
    greatest: values.reduce((greatest, value) => Math.max(greatest, value), first),
  }
}
