import { faultKinds, type Plant } from '@busbar/simulator'

/** Switches on what `workshop/3 slow ms=500` says. */
export const switchOn = (plant: Plant, words: readonly string[]): void => {
  const [target = '', name = '', ...numbers] = words
  const params = Object.fromEntries(
    numbers.map((number) => {
      const [, param, value] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(number) ?? []
      if (param === undefined || value === undefined) throw new RangeError(`${number} is not of the form NAME=NUMBER`)
      return [param, Number(value)]
    }),
  )
  plant.faults.set(target, name, params)
}

/** A line for every fault there is. */
export const faultList = (): string[] =>
  Object.entries(faultKinds).map(([name, { about, params }]) => {
    const numbers = Object.entries(params).map(([param, value]) => `${param}=${value}`)
    return `  ${[name, ...numbers].join(' ').padEnd(36)}${about}`
  })
