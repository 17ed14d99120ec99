import { multiply } from '@busbar/modbus/decimal'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { figureOf } from '../figures.ts'
import type { EnergyNeeds } from '../needs.ts'
import { quarterMs } from '../stored/hold.rules.ts'
import { readTallies } from '../tree-energy/read-tallies.ts'
import { branchesAt, readUnits, spanOf, storedTree } from '../trees/stored-tree.ts'
import { unitFactor } from '../units.rules.ts'
import { costsOf, decimalText, pricesOf, stepsByPrice } from './cost.rules.ts'
import type { Tariff, tariffs } from './tariffs.contract.ts'
import { setTariff, tariffOf } from './tariffs.sql.ts'

export const tariffsHandlers: Handlers<typeof tariffs, EnergyNeeds> = {
  get: async ({ db, orgId }, { treeId }) => ({ tariff: await tariffOf(db.sql, orgId, treeId) }),

  change: (call, { treeId, tariff }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = await tariffOf(tx, orgId, treeId)
      await setTariff(tx, orgId, treeId, tariff)
      const change = { before: { tariff: before }, after: { tariff } }
      await record(tx, orgId, call, { action: 'tree.change-tariff', objectKind: 'tree', objectId: treeId, ...change })
      return {}
    }),

  cost: async (call, { treeId, branchId = null, levels, ...span }) => {
    const tree = await storedTree(call, treeId)
    const wanted = branchesAt(tree, branchId, levels)
    const tariff = await tariffOf(call.db.sql, call.orgId, treeId)
    if (tariff === null) return { currency: null, unit: null, isPriced: false, fixed: null, branches: [] }
    const { from, till } = spanOf(call, tree, span)
    const [first, last] = [Math.floor(from / quarterMs) * quarterMs, Math.ceil(till / quarterMs) * quarterMs]
    if (first >= last) throw new Refusal('IncorrectRequest', 'The span is empty.')
    const { steps, isPriced, fixed } = stepsByPrice(tariff, tree.timeZone, first, last)
    const { tallies } = await readTallies(call, tree, wanted, steps, [first, last], 'sources')
    const units = await readUnits(call, tree)
    const prices = pricesOf(tariff)
    const branches = [...tallies].map(([id, tally]) => {
      const factor = unitFactor(units.get(id) ?? null, tariff.unit)
      const isOfUnit = factor !== null
      const costs = costsOf(prices, (at) => {
        const energy = tally.energy.at(at)
        return factor === null || energy === null ? null : multiply(energy, factor)
      })
      return {
        branchId: id,
        isOfUnit,
        amount: figureOf(costs.amount),
        cost: decimalText(costs.cost),
        co2: decimalText(costs.co2),
        zones: costs.zones.map(({ name, amount, cost }) => ({
          name,
          amount: figureOf(amount),
          cost: decimalText(cost),
        })),
      }
    })
    return { currency: tariff.currency, unit: unitOf(tariff), isPriced, fixed: decimalText(fixed), branches }
  },
}

/** Unit of the amounts of a tariff. */
const unitOf = ({ unit, versions }: Tariff): string | null => {
  const units = new Set(versions.map(({ conversion }) => conversion?.unit ?? unit))
  const [only = null] = units
  return units.size === 1 ? only : null
}
