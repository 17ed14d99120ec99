import { mix } from '../../random.ts'
import type { Family, Memory, Process } from '../family.ts'
import { daySeconds, localDay } from '../processes/clock.ts'
import { site, sunTimes } from '../processes/sun.ts'

const factory = { unit_id: 1, bit_rate: 9600, byte_format: 4, ascii: 0 }

/** Opens the settings and the command register of every simulated controller. */
export const controllerPassword = '1234'

const passwordFrom = 100
const passwordTo = 119
const addressMax = 999
const illegalFunction = 1

interface Controller extends Process {
  settings: Readonly<typeof factory>
  /** The settings that a restart brings back. */
  saved: Readonly<typeof factory>
  unlocked: boolean
  typed: string
  /** Registers without a meaning that were written. */
  words: Map<number, number> | null
}

const isPassword = (address: number): boolean => address >= passwordFrom && address <= passwordTo

const memory: Memory<Controller> = {
  has: (_, address) => address <= addressMax,
  read: ({ words }, address) => words?.get(address) ?? 0,
  refuses: () => undefined,
  write(controller, address, word) {
    if (isPassword(address)) type(controller, address - passwordFrom, word)
    else (controller.words ??= new Map()).set(address, word)
  },
}

/** A field controller: registers 0 to 999, of which the settings open to the password only. */
export const controller: Family<Controller, number> = {
  sku: 'controller',
  create: (seed) => ({ seed, settings: factory, saved: factory, unlocked: false, typed: '', words: null }),
  moment: (_, now) => now,
  shows: {
    type: () => 221,
    version: (_, { seed }) => 20 + (mix(seed, 1) % 5),
    // A command is carried out at once and is gone.
    command: () => 0,
    day_seconds: (now) => daySeconds(now),
    sunrise: (now) => sunTimes(localDay(now), site).sunrise,
    sunset: (now) => sunTimes(localDay(now), site).sunset,
  },
  refuses: ({ unlocked }) => (unlocked ? undefined : illegalFunction),
  writes: {
    command(device, command) {
      if (command === 1) restart(device)
      if (command === 2) device.saved = device.settings
      if (command === 3) device.settings = factory
    },
  },
  memory,
}

/** Stores a character of the password, or the zero that ends it. The registers never return what was written. */
function type(device: Controller, index: number, word: number): void {
  const before = index === 0 ? '' : device.typed.slice(0, index)
  device.typed = before
  if (word !== 0) device.typed += String.fromCharCode(word)
  else device.unlocked = before === controllerPassword
}

function restart(device: Controller): void {
  device.settings = device.saved
  device.unlocked = false
  device.typed = ''
}
