import { randomUUID } from 'node:crypto'
import { device, net, param } from './mover.ts'

/** Two parameters, the second of them a text, and something of every kind that people make of them. */
export const plant = {
  networks: [net],
  devices: [device],
  params: [param, { ...param, id: 4, slug: 'text', valueType: 'string', bitsAmount: 64, address: 10 }],
}
export const dashboard = {
  id: 5,
  name: 'Hall',
  isDefault: true,
  settings: { columns: 2, refreshSec: 10 },
  widgets: [4, 3],
}
export const visualization = {
  id: 6,
  name: 'Boiler',
  slug: 'boiler',
  source: '<svg xmlns="http://www.w3.org/2000/svg"><text id="flow">?</text><script>alert(1)</script></svg>',
  bindings: [
    { code: 'flow', param: 3 },
    { code: 'sum', formula: '#3 * 2' },
  ],
  updatePeriodSec: 5,
  useVisData: true,
  data: { note: 'Under repair' },
}
export const [top, otherBranch] = [randomUUID(), randomUUID()]
export const report = {
  id: randomUUID(),
  name: 'Water',
  branches: [
    { id: top, name: 'Whole site' },
    { id: randomUUID(), name: 'Hall', parentBranchId: top, value: { formula: '#3 + 1' } },
  ],
}
export const root = randomUUID()
const leaf = randomUUID()
export const sensor = {
  id: randomUUID(),
  name: 'Main',
  branchId: leaf,
  paramId: 3,
  kind: 'energy',
  multiplier: 0.001,
  isMain: true,
}
export const tree = {
  id: randomUUID(),
  name: 'Town',
  timeZone: 'Europe/Kyiv',
  branches: [
    { id: root, name: 'Town' },
    { id: leaf, name: 'Hall', parentBranchId: root },
  ],
  sensors: [sensor],
  tariff: {
    currency: 'EUR',
    unit: 'kWh',
    versions: [{ validFrom: '2026-01-01', zones: [{ name: 'All', price: '0.25', hours: [] }], co2: '0.4' }],
  },
}
export const fullDocument = {
  ...plant,
  dashboards: [dashboard],
  visualizations: [visualization],
  reports: [report],
  trees: [tree],
}
