import { parseArgs } from 'node:util'
import { table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import { exponentOf } from './fit.ts'
import type { Costs, InstallationActs } from './roles/installation.ts'
import type { InstallationSize } from './world.ts'

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})

/** Size of the installation in all other dimensions. */
const small: InstallationSize = { params: 10_000, nets: 100, alerts: 1000, days: 30, orgs: 1 }

const sizes: Readonly<Record<keyof InstallationSize, readonly number[]>> = values.quick
  ? { params: [10_000, 40_000], nets: [100, 2000], alerts: [1000, 20_000], days: [30, 365], orgs: [1, 1000] }
  : {
      params: [10_000, 100_000, 1_000_000],
      nets: [100, 1000, 20_000],
      alerts: [1000, 20_000, 500_000],
      days: [30, 365, 3650],
      orgs: [1, 100, 10_000],
    }
/** More alerts than parameters need more parameters: one with fifty alerts is unrealistic. */
const amountsOf = (what: keyof InstallationSize, size: number): InstallationSize => {
  const amounts = { ...small, [what]: size }
  return { ...amounts, params: Math.max(amounts.params, amounts.alerts) }
}
const names: Readonly<Record<keyof InstallationSize, string>> = {
  params: 'parameters',
  nets: 'networks',
  alerts: 'alerts',
  days: 'days kept of a parameter',
  orgs: 'other organizations',
}
/** A measured exponent is not exact. */
const linear = 1.1

console.log('What the same things cost in milliseconds as an installation grows; by which power of its size\n')
const faster: string[] = []
for (const what of Object.keys(names) as (keyof InstallationSize)[]) {
  if (values.only !== '' && values.only !== what) continue
  const found: { size: number; costs: Costs }[] = []
  for (const size of sizes[what]) {
    // In a process of its own: what one has compiled or kept says nothing of the next.
    const role = startRole<InstallationActs>(import.meta.resolve('./roles/installation.ts'))
    found.push({ size, costs: await role.ask('look', amountsOf(what, size)) })
    await role.stop()
  }
  const rows = Object.keys(found[0]?.costs ?? {}).map((cost) => {
    const points = found.map(({ size, costs }) => ({ size, ms: costs[cost] ?? Number.NaN }))
    const exponent = exponentOf(points)
    if (exponent > linear) faster.push(`${cost}, by ${names[what]}`)
    return [cost, ...points.map(({ ms }) => ms.toFixed(2)), exponent.toFixed(2)]
  })
  console.log(`${table([[names[what], ...sizes[what].map(String), 'power'], ...rows])}\n`)
}
console.log(faster.length === 0 ? 'Nothing grows faster than its size.' : `Faster than its size: ${faster.join('; ')}`)
