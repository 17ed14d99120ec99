import { readFileSync } from 'node:fs'
import { type Api, need } from '../api.ts'
import type { DemoParams } from '../params.ts'

const name = 'Pumping station 1'
const running = '#2f9e64'
const resting = '#8a94a0'
const drawing = readFileSync(new URL('./pumping-station.svg', import.meta.url), 'utf8')

/** What of a pump stands where in the drawing. */
const pump = (params: DemoParams, unit: number, no: number) => {
  const id = (label: string): number => params.id(`pumping-station-1/${unit}/${label}`)
  const isRunning = [
    // oxlint-disable-next-line unicorn/no-thenable -- nobody waits for a rule
    { when: { equals: 1 }, then: { color: running, text: '' } },
    // oxlint-disable-next-line unicorn/no-thenable -- nobody waits for a rule
    { when: {}, then: { color: resting, text: '' } },
  ]
  return [
    { code: `pump${no}`, param: id('running'), rules: isRunning },
    { code: `flow${no}`, param: id('flow'), format: { decimals: 1, unit: true } },
    { code: `pressure${no}`, param: id('pressure'), format: { decimals: 2, unit: true } },
    { code: `speed${no}`, param: id('F_out'), format: { decimals: 1, unit: true } },
  ]
}

export const showVisualization = async (api: Api, orgId: number, params: DemoParams): Promise<void> => {
  if (need(await api.visualizations.list({ orgId })).some((one) => one.name === name)) return
  const flows = [3, 4].map((unit) => `#${params.id(`pumping-station-1/${unit}/flow`)}`)
  const bindings = [
    ...pump(params, 3, 1),
    ...pump(params, 4, 2),
    { code: 'total', formula: flows.join(' + '), format: { decimals: 1 } },
    { code: 'power', param: params.id('pumping-station-1/2/P_total'), format: { decimals: 0, unit: true } },
  ]
  need(await api.visualizations.create({ orgId, name, source: drawing, bindings, updatePeriodSec: 5 }))
}
