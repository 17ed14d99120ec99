import type { AnswerOf } from '../../data/api/api-query.ts'

export type Tariff = NonNullable<AnswerOf<'tariffs', 'get'>['tariff']>
export type TariffVersion = Tariff['versions'][number]
export type TariffZone = TariffVersion['zones'][number]
export type TariffHours = TariffZone['hours'][number]

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** Returns a new tariff with one price for all hours. */
export const newTariff = (unit: string | null, zoneName: string, today: string): Tariff => ({
  currency: 'EUR',
  unit: unit ?? 'kWh',
  versions: [{ validFrom: `${today.slice(0, 4)}-01-01`, zones: [{ name: zoneName, price: '', hours: [] }] }],
})

/** Adds a zone before the last one, which has all other hours. */
export const withZone = (version: TariffVersion, name: string): TariffVersion => ({
  ...version,
  zones: [
    ...version.zones.slice(0, -1),
    { name, price: '', hours: [{ days: everyDay, from: '22:00', till: '06:00' }] },
    ...version.zones.slice(-1),
  ],
})

export const withoutZone = (version: TariffVersion, at: number): TariffVersion => ({
  ...version,
  zones: version.zones.filter((_, place) => place !== at),
})

/** New prices from a day on: the last version again, to be changed. */
export const withVersion = (tariff: Tariff, validFrom: string): Tariff => {
  const last = tariff.versions.at(-1)
  return last === undefined ? tariff : { ...tariff, versions: [...tariff.versions, { ...last, validFrom }] }
}

export const replaced = <T>(all: readonly T[], at: number, one: T): T[] =>
  all.map((before, place) => (place === at ? one : before))

const isDecimal = (text: string): boolean => /^-?\d{1,12}(\.\d{1,8})?$/.test(text)

export type TariffProblem = 'currency' | 'unit' | 'order' | 'price' | 'name' | 'hours' | 'number'

const zoneProblem = ({ name, price, hours }: TariffZone): TariffProblem | null => {
  if (name.trim() === '') return 'name'
  if (!isDecimal(price)) return 'price'
  return hours.some(({ from, till, days }) => from === till || days.length === 0) ? 'hours' : null
}

/** Returns the first problem that the service would refuse, or null. */
export const problemOf = ({ currency, unit, versions }: Tariff): TariffProblem | null => {
  if (!/^[A-Z]{3}$/.test(currency)) return 'currency'
  if (unit.trim() === '') return 'unit'
  const isOrdered = versions.every((one, at) => at === 0 || one.validFrom > (versions[at - 1]?.validFrom ?? ''))
  if (!isOrdered || versions.some(({ validFrom }) => validFrom === '')) return 'order'
  for (const { zones, fixedPerMonth, co2, conversion } of versions) {
    const found = zones.map(zoneProblem).find((problem) => problem !== null)
    if (found !== undefined) return found
    const numbers = [fixedPerMonth, co2, conversion?.factor].filter((one) => one !== undefined)
    if (!numbers.every(isDecimal)) return 'number'
  }
  return null
}
