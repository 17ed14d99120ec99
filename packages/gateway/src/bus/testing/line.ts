import { VirtualClock } from '@busbar/kit'
import type { ByteStream } from '@busbar/modbus'
import { type LinePort, Plant, SerialLine, serveLine } from '@busbar/simulator'
import { Bus, type BusOptions } from '../bus.ts'
import type { BusAnswer, BusRequest, BusSettings, LineSettings } from '../request.ts'

export const quietLog = { warn() {}, info() {} }

export const serial: BusSettings = {
  hdxMode: 1,
  charFormat: 0,
  baudRate: 9600,
  frameMode: 0,
  delayForRtuQ: 0,
  delayForRtuMs: 0,
  delayForAsciiMs: 0,
}

/** Five devices of one kind, units 1 to 5. */
const site = {
  id: 'line',
  name: 'Line',
  envelope: 'rtu' as const,
  devices: [1, 2, 3, 4, 5].map((unit) => ({ unit, sku: 'thermo', name: `Oven ${unit}` })),
}

export interface Bench {
  readonly clock: VirtualClock
  readonly line: SerialLine
  readonly plant: Plant
  readonly bus: Bus
  /** Our end of the line, as it was last opened. */
  port(): LinePort
  /** Lines for which the port was opened. */
  readonly opened: LineSettings[]
  /** Each byte on the line, and when it was through. */
  readonly wire: { readonly atMs: number; readonly byte: number }[]
  /** Runs the virtual clock until it is answered. */
  ask(request: Partial<BusRequest>): Promise<BusAnswer>
}

/** Set-points of an oven: 300 and 10. */
export const readTwo = Uint8Array.of(3, 0, 0, 0, 2)

/** A bus on a simulated line, with or without devices. */
export async function bench(
  options: { settings?: Partial<BusSettings>; echo?: boolean; devices?: boolean } & Partial<
    Pick<BusOptions, 'slave' | 'openPort'>
  > = {},
): Promise<Bench> {
  const settings = { ...serial, ...options.settings }
  const { baudRate: baud, charFormat, frameMode } = settings
  const clock = new VirtualClock(1000)
  const line = new SerialLine({ clock, baud, charFormat })
  const plant = new Plant({ name: 'p', seed: 's', sites: [site] }, { clock, startMs: 0 })
  for (const oven of plant.site('line').all()) oven.write('holding', 0, [300, 10, 360])
  if (options.devices !== false)
    serveLine(plant, plant.site('line'), line, { baud, charFormat, envelope: frameMode === 0 ? 'rtu' : 'ascii' })
  const wire: { atMs: number; byte: number }[] = []
  line.attach().on('data', (bytes) => {
    for (const byte of bytes) wire.push({ atMs: clock.now(), byte })
  })
  const opened: LineSettings[] = []
  let port: LinePort | undefined
  const openPort = async (lineSettings: LineSettings): Promise<ByteStream> => {
    opened.push(lineSettings)
    port = line.attach({
      baud: lineSettings.baudRate,
      charFormat: lineSettings.charFormat,
      echo: options.echo ?? false,
    })
    return port
  }
  const slave = options.slave === undefined ? {} : { slave: options.slave }
  const bus = new Bus({ openPort: options.openPort ?? openPort, clock, settings, log: quietLog, ...slave })
  await bus.start()
  return {
    clock,
    line,
    plant,
    bus,
    opened,
    wire,
    port() {
      if (port === undefined) throw new Error('the port was never opened')
      return port
    },
    ask: (request) => clock.runUntil(bus.transact({ by: 'test', unit: 1, pdu: readTwo, ...request })),
  }
}
