import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dial } from '@busbar/modbus/net'
import { panelFolder } from '@busbar/panel'
import { openPanel } from '@busbar/panel/bench'
import { read, units } from '../gateway/line.ts'
import type { PartnerActs } from '../gateway/roles/partner.ts'
import { goalTable, table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import type { BoxActs } from './roles/program.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const runMs = values.quick ? 5000 : 30_000
const settleMs = values.quick ? 2000 : 10_000
const [baudRate, perSec] = [19_200, 10]

const partner = startRole<PartnerActs>(import.meta.resolve('../gateway/roles/partner.ts'))
// As its package starts it.
const box = startRole<BoxActs>(import.meta.resolve('./roles/program.ts'), ['--max-semi-space-size=2'])

/** Memory and CPU over a while. */
const measure = async (): Promise<{ mb: number; percent: number }> => {
  await sleep(settleMs)
  const before = await box.ask('cpuMicros')
  await sleep(runMs)
  const percent = ((await box.ask('cpuMicros')) - before) / (runMs * 10)
  return { mb: (await box.ask('rssBytes')) / 1e6, percent }
}

try {
  const panel = await panelFolder()
  if (panel === null) throw new Error('there is no panel')
  const serialPort = await partner.ask('open', baudRate)
  const { url, modbusPort, password } = await box.ask('open', { serialPort, baudRate, panel })
  const client = await dial({ host: '127.0.0.1', port: modbusPort, envelope: 'tcp' })
  let requests = 0
  const timer = setInterval(() => void client.ask(units[(requests += 1) % units.length] ?? 1, read), 1000 / perSec)
  const alone = await measure()
  const browser = await openPanel(url, password)
  if (browser === null) throw new Error('there is no Chromium to open the panel with')
  const pages = []
  for (const page of ['status', 'bus', 'units/1']) {
    await browser.show(page)
    pages.push({ page, ...(await measure()) })
  }
  await browser.close()
  const after = await measure()
  clearInterval(timer)
  client.close()
  const row = (name: string, { mb, percent }: { mb: number; percent: number }): string[] => [
    name,
    mb.toFixed(1),
    percent.toFixed(2),
  ]
  console.log(`A gateway that is asked ${perSec} times a second, and its panel in a browser\n`)
  console.log(
    table([
      ['', 'MB', '% of a core'],
      row('nobody looks', alone),
      ...pages.map(({ page, ...cost }) => row(`#/${page}`, cost)),
      row('nobody looks any more', after),
    ]),
  )
  const [mostMb, mostPercent] = [Math.max(...pages.map(({ mb }) => mb)), Math.max(...pages.map((one) => one.percent))]
  console.log(
    `\n${goalTable([
      { what: 'memory added by the panel', value: mostMb - alone.mb, unit: ' MB', wants: { atMost: 10 } },
      { what: 'CPU added by the panel', value: mostPercent - alone.percent, unit: ' %', wants: { atMost: 2 } },
    ])}`,
  )
} finally {
  for (const role of [box, partner]) await role.stop()
}
