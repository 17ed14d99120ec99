import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '@busbar/gateway'
import { readEnv } from '@busbar/gateway/env'
import { monotonicClock } from '@busbar/kit'
import { createLog } from '@busbar/kit/log'
import { Plant, SerialLine, serveLine } from '@busbar/simulator'
import { panelFolder } from '../index.ts'

/** A real gateway with its panel, on a simulated line with three devices. */
export interface TestGateway {
  readonly url: string
  readonly password: string
  readonly https: { readonly url: string; readonly fingerprint: string }
  readonly plant: Plant
  /** Names of the task files that run, drafts excluded. */
  taskFiles(): string[]
  stop(): Promise<void>
}

/** Not as a new gateway has it: who searches finds the format. */
const [baud, charFormat] = [9600, 4] as const
const site = {
  id: 'line',
  name: 'Line',
  envelope: 'rtu' as const,
  devices: [1, 2, 3].map((unit) => ({ unit, sku: 'thermo', name: `Oven ${unit}` })),
}

const template = `META class-find 1 2026-11-14T00:00:00 Ovens
READ holding 2 1 AS hottest
CHECK hottest EQ 360 ELSE kiln
CLASS "Oven"
kiln: CHECK hottest EQ 1200 ELSE dryer
CLASS "Kiln"
dryer: CHECK hottest EQ 90 ELSE STOP
CLASS "Dryer"
`

/** Register values by which the template identifies the units. */
const hottest: Readonly<Record<number, number>> = { 1: 1200, 2: 360, 3: 90 }

/** `clientAddressOf` replaces the address of the browser, which is that of this machine. */
export const startBox = async (variant: 'A' | 'B' = 'B', clientAddressOf?: () => string): Promise<TestGateway> => {
  const [data, card] = [mkdtempSync(join(tmpdir(), 'busbar-panel-')), mkdtempSync(join(tmpdir(), 'busbar-card-'))]
  writeFileSync(join(card, 'OVENS.TXT'), template)
  const panel = await panelFolder()
  const plant = new Plant({ name: 'p', seed: 's', sites: [site] })
  for (const [unit, most] of Object.entries(hottest))
    plant.site('line').device(Number(unit))?.write('holding', 0, [300, 10, most])
  const line = new SerialLine({ clock: monotonicClock, baud, charFormat })
  serveLine(plant, plant.site('line'), line, { baud, charFormat, envelope: 'rtu' })
  const env = readEnv(
    {
      data,
      card,
      variant,
      http: '127.0.0.1:0',
      modbus: '127.0.0.1:0',
      panel: panel ?? undefined,
    },
    {},
  )
  const gateway = await startGateway(env, createLog('silent'), {
    openPort: async ({ baudRate, charFormat: format }) => line.attach({ baud: baudRate, charFormat: format }),
    ...(clientAddressOf && { clientAddressOf }),
  })
  return {
    url: gateway.url,
    password: gateway.firstPassword ?? '',
    https: gateway.https ?? { url: '', fingerprint: '' },
    plant,
    taskFiles: () => globSync('TASKS/*.TSK', { cwd: card }),
    async stop() {
      await gateway.stop()
      for (const folder of [data, card]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
