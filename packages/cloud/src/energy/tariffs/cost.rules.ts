import { at } from '@busbar/kit'
import { add, type Decimal, divide, multiply, parseDecimal, round, toText } from '@busbar/modbus/decimal'
import { localText } from '../calendar.ts'
import { type SegmentOfDay, stepsByDay } from '../stored/steps.ts'
import type { LocalDay } from '../stored/zone-days.ts'
import type { Tariff, TariffVersion } from './tariffs.contract.ts'

/** A price of a tariff: a zone of a version. */
export interface PricedZone {
  name: string
  price: Decimal
  co2: Decimal | null
  /** Factor from the metered unit to that of the price. */
  factor: Decimal
}

const dayMs = 86_400_000
const minutesPerDay = 1440
const one: Decimal = { digits: 1n, scale: 0 }
const zero: Decimal = { digits: 0n, scale: 0 }
/** Decimals of an answer. */
const answerDecimals = 6
const precision = 24

const decimalOf = (text: string): Decimal => parseDecimal(text) ?? zero

/** All prices of a tariff, in the order of versions and zones. */
export const pricesOf = ({ versions }: Tariff): PricedZone[] =>
  versions.flatMap(({ zones, co2, conversion }) =>
    zones.map(({ name, price }) => ({
      name,
      price: decimalOf(price),
      co2: co2 === undefined ? null : decimalOf(co2),
      factor: conversion === undefined ? one : decimalOf(conversion.factor),
    })),
  )

const versionAt = ({ versions }: Tariff, date: string): number =>
  versions.findLastIndex(({ validFrom }) => validFrom <= date)

const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** Returns the valid zone of a version: the first with matching hours, otherwise the last. */
export const zoneAt = ({ zones }: TariffVersion, weekday: number, month: number, minute: number): number => {
  const holds = ({ days, from, till, months }: TariffVersion['zones'][number]['hours'][number]): boolean => {
    if (!days.includes(weekday) || (months !== undefined && !months.includes(month))) return false
    const [first, end] = [minuteOf(from), minuteOf(till)]
    return first < end ? minute >= first && minute < end : minute >= first || minute < end
  }
  const found = zones.findIndex(({ hours }) => hours.some(holds))
  return found === -1 ? zones.length - 1 : found
}

/** The steps of a span, by the prices that they have; what has none is left out. Where it is cut into parts, each has all prices, part by part. */
export const stepsByPrice = (
  tariff: Tariff,
  timeZone: string,
  from: number,
  till: number,
  cut: { count: number; partOf: (day: LocalDay) => number } = { count: 1, partOf: () => 0 },
) => {
  const starts: number[] = []
  let count = 0
  for (const { zones } of tariff.versions) {
    starts.push(count)
    count += zones.length
  }
  let isPriced = true
  const segmentOf = (day: LocalDay): SegmentOfDay => {
    const date = localText(timeZone, day.from).slice(0, 10)
    const index = versionAt(tariff, date)
    const version = tariff.versions[index]
    if (version === undefined) {
      isPriced = false
      return -1
    }
    const start = cut.partOf(day) * count + at(starts, index)
    if (version.zones.length === 1) return start
    const [, month = 1] = date.split('-').map(Number)
    const weekday = ((new Date(date).getUTCDay() + 6) % 7) + 1
    const isEven = day.till - day.from === dayMs
    return (on) => {
      const minute = isEven ? (on - day.from) / 60_000 : clockMinute(timeZone, on)
      return start + zoneAt(version, weekday, month, minute % minutesPerDay)
    }
  }
  const { steps, days } = stepsByDay(timeZone, from, till, count * cut.count, segmentOf)
  return { steps, isPriced, fixed: fixedCost(tariff, timeZone, days) }
}

/** Local minute on a day with a clock change. */
const clockMinute = (timeZone: string, on: number): number => minuteOf(localText(timeZone, on).slice(11, 16))

/** Fixed parts of days: each has its share of its month. */
export const fixedCost = (tariff: Tariff, timeZone: string, days: readonly LocalDay[]): Decimal | null => {
  const shares = days.flatMap(({ from }) => {
    const date = localText(timeZone, from).slice(0, 10)
    const perMonth = tariff.versions[versionAt(tariff, date)]?.fixedPerMonth
    return perMonth === undefined ? [] : [`${perMonth} ${daysInMonth(date)}`]
  })
  if (shares.length === 0) return null
  let sum = zero
  for (const [share, same] of Map.groupBy(shares, (text) => text)) {
    const [perMonth = '0', count = '30'] = share.split(' ')
    const product = multiply(decimalOf(perMonth), { digits: BigInt(same.length), scale: 0 })
    sum = add(sum, divide(product, { digits: BigInt(count), scale: 0 }, precision))
  }
  return sum
}

const daysInMonth = (date: string): number => {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

export interface Costs {
  amount: Decimal | null
  cost: Decimal | null
  co2: Decimal | null
  zones: { name: string; amount: Decimal | null; cost: Decimal | null }[]
}

const plus = (a: Decimal | null, b: Decimal | null): Decimal | null => (a === null ? b : b === null ? a : add(a, b))

/** Cost of energy by price; null without data. CO2 is known if each version contains it. */
export const costsOf = (prices: readonly PricedZone[], energyAt: (index: number) => Decimal | null): Costs => {
  const zones = new Map<string, { amount: Decimal | null; cost: Decimal | null }>()
  let co2: Decimal | null = null
  let isCo2Known = true
  for (const [index, { name, price, factor, co2: perUnit }] of prices.entries()) {
    const energy = energyAt(index)
    const amount = energy === null ? null : multiply(energy, factor)
    const before = zones.get(name) ?? { amount: null, cost: null }
    const cost = amount === null ? null : multiply(amount, price)
    zones.set(name, { amount: plus(before.amount, amount), cost: plus(before.cost, cost) })
    if (amount !== null && perUnit === null) isCo2Known = false
    if (amount !== null && perUnit !== null) co2 = plus(co2, multiply(amount, perUnit))
  }
  const all = [...zones].map(([name, zone]) => ({ name, ...zone }))
  return {
    amount: all.reduce<Decimal | null>((sum, { amount }) => plus(sum, amount), null),
    cost: all.reduce<Decimal | null>((sum, { cost }) => plus(sum, cost), null),
    co2: isCo2Known ? co2 : null,
    zones: all,
  }
}

export const decimalText = (value: Decimal | null): string | null =>
  value === null ? null : toText(round(value, answerDecimals))
