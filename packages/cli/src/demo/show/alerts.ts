import { type Api, createdId, expectOk } from '../api.ts'
import type { DemoParams } from '../params.ts'

interface Rule {
  name: string
  logAs: 'info' | 'warning' | 'failure' | 'critical'
  /** Any of them is enough. */
  when: readonly (readonly [place: string, kind: string, value: number, holdSec?: number, deadband?: number])[]
}

/** What people would want to be told of these sites. */
const rules: readonly Rule[] = [
  {
    name: 'Drying oven too hot',
    logAs: 'critical',
    when: [['workshop/3/T', 'g', 95, 30, 2]],
  },
  {
    name: 'Voltage out of range in the workshop',
    logAs: 'warning',
    when: ['U1', 'U2', 'U3'].flatMap((label) => [
      [`workshop/1/${label}`, 'g', 246, 15, 1] as const,
      [`workshop/1/${label}`, 'l', 212, 15, 1] as const,
    ]),
  },
  { name: 'Lathe protection tripped', logAs: 'failure', when: [['workshop/5/trip', 'eq', 1]] },
  {
    name: 'Pumping station 1 loses pressure',
    logAs: 'failure',
    when: [
      ['pumping-station-1/3/pressure', 'l', 2, 60, 0.2],
      ['pumping-station-1/4/pressure', 'l', 2, 60, 0.2],
    ],
  },
  { name: 'Gusts at solar field 1', logAs: 'info', when: [['solar-field-1/6/gust', 'g', 15, 0, 3]] },
  { name: 'The weather mast is silent', logAs: 'warning', when: [['solar-field-1/6/T', 'no-data', 120]] },
  { name: 'Solar field 1 feeds in', logAs: 'info', when: [['solar-field-1/3/P', 'g', 500, 0, 200]] },
  { name: 'Yard lights are on', logAs: 'info', when: [['workshop/6/relay', 'eq', 1]] },
]

export const showAlerts = async (api: Api, orgId: number, params: DemoParams): Promise<void> => {
  const there = new Set(expectOk(await api.alerts.list({ orgId })).map(({ name }) => name))
  for (const { name, logAs, when } of rules) {
    if (there.has(name)) continue
    const conditions = when.map(([place, kind, value, holdSec = 0, deadband = 0]) => {
      return { paramId: params.id(place), kind, value, holdSec, deadband }
    })
    createdId(expectOk(await api.alerts.create({ orgId, name, conditionLogic: 'any', logAs, conditions, actions: [] })))
  }
}
