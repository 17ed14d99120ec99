import { type Api, expectOk } from '../api.ts'
import type { DemoParams } from '../params.ts'

/** A meter's counter and what it counts in kWh. */
interface Meter {
  name: string
  place: string
  toKwh: number
}

interface Branch {
  name: string
  meters: readonly Meter[]
}

const three = (name: string, site: string, unit = 1): Meter => ({ name, place: `${site}/${unit}/E`, toKwh: 0.001 })
const numbered = (count: number, name: string, site: string, unit = 1): Meter[] =>
  Array.from({ length: count }, (_, i) => three(`${name} ${i + 1}`, `${site}-${i + 1}`, unit))

/** Consumers of electricity in the town. */
const branches: readonly Branch[] = [
  { name: 'Workshop', meters: [three('Main meter', 'workshop')] },
  { name: 'Houses', meters: numbered(5, 'House', 'house') },
  { name: 'Schools', meters: numbered(3, 'School', 'school') },
  { name: 'Pumping stations', meters: numbered(2, 'Station', 'pumping-station', 2) },
]

const title = 'Electricity of the town'

/** The tree of energy, with a branch for each kind of place. */
export const showTree = async (api: Api, orgId: number, params: DemoParams): Promise<void> => {
  if (expectOk(await api.trees.list({ orgId })).some(({ name }) => name === title)) return
  const { id: treeId } = expectOk(await api.trees.create({ orgId, name: title }))
  const { id: parentBranchId } = expectOk(await api.trees.createBranch({ treeId, name: 'Town' }))
  for (const { name, meters } of branches) {
    const { id: branchId } = expectOk(await api.trees.createBranch({ treeId, name, parentBranchId }))
    for (const { name: sensor, place, toKwh } of meters) {
      const paramId = params.id(place)
      expectOk(
        await api.trees.createSensor({ treeId, name: sensor, branchId, paramId, kind: 'energy', multiplier: toKwh }),
      )
    }
  }
}

/** The same as a report, with what part of it the houses are. */
export const showReport = async (api: Api, orgId: number, params: DemoParams): Promise<void> => {
  if (expectOk(await api.reports.list({ orgId })).some(({ name }) => name === title)) return
  const top = { id: crypto.randomUUID(), name: 'Town', decimals: 0 }
  const sumOf = (meters: readonly Meter[]): string => meters.map(({ place }) => `#${params.id(place)}`).join(' + ')
  const houses = branches.filter(({ name }) => name === 'Houses').flatMap(({ meters }) => meters)
  const all = branches.flatMap(({ meters }) => meters)
  const share = {
    id: crypto.randomUUID(),
    name: 'Share of the houses',
    unit: '%',
    decimals: 1,
    value: { formula: `(${sumOf(houses)}) / (${sumOf(all)}) * 100` },
  }
  const below = branches.flatMap(({ name, meters }) => {
    const branch = { id: crypto.randomUUID(), name, parentBranchId: top.id, decimals: 0 }
    const leaves = meters.map(({ name: meter, place, toKwh }) => ({
      id: crypto.randomUUID(),
      name: meter,
      parentBranchId: branch.id,
      value: { formula: `#${params.id(place)} * ${toKwh}` },
      decimals: 0,
    }))
    return [branch, ...leaves]
  })
  expectOk(await api.reports.save({ orgId, name: title, branches: [top, ...below, share] }))
}
