import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DataFolder } from '../storage/data-folder.ts'
import { namesIn, numberIn, textIn } from './sys-files.ts'

export interface SerialPortFound {
  /** Path to open: the persistent name where there is one. */
  readonly path: string
  /** As `ttyUSB0`; another one may have it tomorrow. */
  readonly tty: string
  /** Maker as the adapter reports it; null when it does not. */
  readonly maker: string | null
  readonly product: string | null
  readonly serialNumber: string | null
}

export interface PortRoots {
  readonly dev: string
  readonly sys: string
}

const portsMax = 64
/** Drivers of ports by the names of their devices; the units of the package allow the same. A port on the board without a chip has the type 0. */
export const portDrivers = {
  adapter: ['ttyUSB', 'ttyACM'],
  board: ['ttyS', 'ttyAMA', 'ttySC', 'ttymxc', 'ttyTHS', 'ttyO'],
}

/** Ports of this machine: adapters by their lasting names, then those on its board. */
export const findSerialPorts = ({ dev, sys }: PortRoots): SerialPortFound[] => {
  const byId = join(dev, 'serial/by-id')
  const adapters = namesIn(byId).flatMap((name) => {
    const path = join(byId, name)
    const tty = targetOf(path)
    return tty === undefined ? [] : [{ path, tty, ...namesOf(sys, tty) }]
  })
  const known = new Set(adapters.map(({ tty }) => tty))
  const others = namesIn(join(sys, 'class/tty')).filter((tty) => !known.has(tty) && isPort(sys, tty))
  return [...adapters, ...others.map((tty) => ({ path: join(dev, tty), tty, ...namesOf(sys, tty) }))].slice(0, portsMax)
}

const targetOf = (path: string): string | undefined => {
  try {
    return basename(realpathSync(path))
  } catch {
    return undefined
  }
}

const isPort = (sys: string, tty: string): boolean => {
  const driver = tty.replace(/\d+$/, '')
  if (driver === tty) return false
  if (portDrivers.adapter.includes(driver)) return true
  return portDrivers.board.includes(driver) && (numberIn(join(sys, 'class/tty', tty, 'type')) ?? 0) > 0
}

/** The names belong to the USB device, a few folders above its port. */
const namesOf = (sys: string, tty: string): Pick<SerialPortFound, 'maker' | 'product' | 'serialNumber'> => {
  let folder = deviceOf(sys, tty)
  for (let steps = 0; folder !== undefined && steps < 6; steps += 1, folder = dirname(folder)) {
    const product = textIn(join(folder, 'product'))
    if (product === undefined) continue
    const [maker, serialNumber] = [textIn(join(folder, 'manufacturer')), textIn(join(folder, 'serial'))]
    return { product, maker: maker ?? null, serialNumber: serialNumber ?? null }
  }
  return { product: null, maker: null, serialNumber: null }
}

const deviceOf = (sys: string, tty: string): string | undefined => {
  try {
    return realpathSync(join(sys, 'class/tty', tty, 'device'))
  } catch {
    return undefined
  }
}

const file = 'serial-port'

/** Serial port of the bus: from the command line, or the chosen one. */
export class SerialPortChoice {
  readonly #folder: DataFolder
  /** Whether the command line names the port, so that it cannot be changed. */
  readonly isFixed: boolean
  #path: string | undefined

  constructor({ folder, fixed }: { folder: DataFolder; fixed: string | undefined }) {
    this.#folder = folder
    this.isFixed = fixed !== undefined
    this.#path = fixed ?? folder.read(file)?.toString()
  }

  get path(): string | undefined {
    return this.#path
  }

  choose(path: string): void {
    this.#folder.save(file, path)
    this.#path = path
  }
}
