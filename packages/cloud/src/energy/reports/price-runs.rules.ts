import { at } from '@busbar/kit'
import { localText } from '../calendar.ts'
import { quarterMs } from '../stored/hold.rules.ts'
import { zoneAt } from '../tariffs/cost.rules.ts'
import type { Tariff } from '../tariffs/tariffs.contract.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** Spans of one price each, that follow each other. */
export interface PriceRuns {
  edges: number[]
  /** Of each span its price, as `pricesOf` counts them; -1 where there is none. */
  prices: number[]
}

/** A span cut where the price changes. Prices change at quarter-hours of the clocks of the place. */
export const priceRuns = (tariff: Tariff, timeZone: string, from: number, till: number): PriceRuns => {
  const runs: PriceRuns = { edges: [from], prices: [] }
  const starts = tariff.versions.map((_, index) =>
    tariff.versions.slice(0, index).reduce((sum, { zones }) => sum + zones.length, 0),
  )
  const hasOnePrice = tariff.versions.length === 1 && tariff.versions[0]?.zones.length === 1
  let clock = { hour: -1, text: '' }
  const priceAt = (on: number): number => {
    // Clocks are set at whole hours of UTC: within one the minutes just go on.
    const hour = Math.floor(on / hourMs)
    if (hour !== clock.hour) clock = { hour, text: localText(timeZone, hour * hourMs) }
    const passed = (on - hour * hourMs) / minuteMs
    const text = Number(clock.text.slice(14, 16)) + passed < 60 ? clock.text : localText(timeZone, on)
    const date = text.slice(0, 10)
    const index = tariff.versions.findLastIndex(({ validFrom }) => validFrom <= date)
    const version = tariff.versions[index]
    if (version === undefined) return -1
    const [, month = 1] = date.split('-').map(Number)
    const weekday = ((new Date(date).getUTCDay() + 6) % 7) + 1
    const minute = Number(text.slice(11, 13)) * 60 + (text === clock.text ? passed : 0) + Number(text.slice(14, 16))
    return at(starts, index) + zoneAt(version, weekday, month, minute)
  }
  const stepMs = hasOnePrice ? dayMs : quarterMs
  for (let on = from; on < till; on = Math.min(till, (Math.floor(on / stepMs) + 1) * stepMs)) {
    const price = priceAt(on)
    if (runs.prices.length > 0 && price !== runs.prices.at(-1)) runs.edges.push(on)
    if (runs.prices.length < runs.edges.length) runs.prices.push(price)
  }
  return { edges: [...runs.edges, till], prices: runs.prices }
}
