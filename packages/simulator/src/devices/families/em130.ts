import { at } from '@busbar/kit'
import { type EventLayout, templates } from '@busbar/templates'
import { mix, noise } from '../../random.ts'
import type { Family, Memory, Process } from '../family.ts'
import {
  eventTypes,
  isOn,
  type LocalTime,
  nextChange,
  type RelayEvent,
  readEvents,
  timeModes,
  writeEvents,
} from '../processes/events.ts'
import { voltage } from '../processes/mains.ts'
import { sunTimes } from '../processes/sun.ts'

const factory = { mode: 2, latitude: 50.45, longitude: 30.5, zone: 120 }

/** Street lighting: from just before sunset until half past eleven, and on working days from four until after sunrise. */
const factoryEvents: readonly RelayEvent[] = [
  {
    eventType: eventTypes.on,
    dayOfWeek: 0b111_1111,
    modeSwitchOff: timeModes.clock,
    modeSwitchOn: timeModes.sunset,
    timeSwitchOff: 84_600,
    timeSwitchOn: -900,
  },
  {
    eventType: eventTypes.on,
    dayOfWeek: 0b001_1111,
    modeSwitchOff: timeModes.sunrise,
    modeSwitchOn: timeModes.clock,
    timeSwitchOff: 600,
    timeSwitchOn: 14_400,
  },
]

interface Relay extends Process {
  settings: Readonly<typeof factory>
  readonly version: number
  readonly layout: EventLayout
  /** The registers of the events: shared until the first write. */
  table: Uint16Array
  clockOffsetSec: number
}

interface DeviceState {
  now: number
  clockSec: number
  time: LocalTime
  on: boolean
}

let versions: readonly Pick<Relay, 'version' | 'layout' | 'table'>[] | undefined

/** Layouts and what their tables hold in a new device, by version. */
function readVersions(): readonly Pick<Relay, 'version' | 'layout' | 'table'>[] {
  const layouts = Object.entries(templates().get('em130')?.events ?? {})
  return layouts.map(([version, layout]) => ({
    version: Number(version),
    layout,
    table: writeEvents(layout, factoryEvents),
  }))
}

const illegalDataAddress = 2
const illegalDataValue = 3

const memory: Memory<Relay> = {
  has: ({ layout }, address) => tableIndex(layout, address) !== null || sunWord(layout, address) !== null,
  read(relay, address, now) {
    const { layout, table } = relay
    const index = tableIndex(layout, address)
    if (index !== null) return at(table, index)
    const word = sunWord(layout, address)
    const sun = sunOf(relay)(localTime(relay, now).day)
    return word === null ? 0 : (sun[word.name] >>> word.shift) & 0xffff
  },
  refuses({ layout }, address, word) {
    const index = tableIndex(layout, address)
    if (index === null) return illegalDataAddress
    const { eventType, dayOfWeek, modeSwitchOff, modeSwitchOn } = layout.fields
    const offset = index % layout.recordSize
    if (offset === dayOfWeek.offset) return word > 0b111_1111 ? illegalDataValue : undefined
    const isChoice = [eventType, modeSwitchOff, modeSwitchOn].some((field) => field.offset === offset)
    return isChoice && word > 2 ? illegalDataValue : undefined
  },
  write(relay, address, word) {
    const index = tableIndex(relay.layout, address)
    if (index !== null) relay.table = relay.table.with(index, word)
  },
}

/** A time relay that is switched by the clock and the sun. Half of the devices are of each version. */
export const em130: Family<Relay, DeviceState> = {
  sku: 'em130',
  create(seed) {
    versions ??= readVersions()
    const version = versions[mix(seed, 1) % versions.length]
    if (!version) throw new Error('em130.json: events: a layout expected')
    return { seed, settings: factory, ...version, clockOffsetSec: 0 }
  },
  moment(relay, now) {
    const time = localTime(relay, now)
    const { mode } = relay.settings
    const on = mode === 1 || (mode === 2 && isOn(readEvents(relay.layout, relay.table), time, sunOf(relay)))
    return { now, clockSec: clockOf(relay, now), time, on }
  },
  shows: {
    type: () => 130,
    version: (_, { version }) => version,
    state: ({ on }) => Number(on),
    clock: ({ clockSec }) => clockSec,
    day_seconds: ({ time }) => time.seconds,
    sunrise: ({ time }, relay) => sunOf(relay)(time.day).sunrise,
    sunset: ({ time }, relay) => sunOf(relay)(time.day).sunset,
    next_switch({ time, clockSec }, relay) {
      if (relay.settings.mode !== 2) return 0
      const inSec = nextChange(readEvents(relay.layout, relay.table), time, sunOf(relay))
      return inSec === null ? 0 : clockSec + inSec
    },
    relay: ({ on }) => Number(on),
    U: ({ now }, { seed }) => voltage(seed, now),
    T: ({ now }, { seed }) => 27 + 5 * noise(mix(seed, 2), now / 9_000_000),
  },
  writes: {
    clock(relay, value, now) {
      relay.clockOffsetSec = value - Math.floor(now / 1000)
    },
  },
  memory,
}

const clockOf = ({ clockOffsetSec }: Relay, now: number): number => Math.floor(now / 1000) + clockOffsetSec

function localTime(relay: Relay, now: number): LocalTime {
  const local = clockOf(relay, now) + 60 * relay.settings.zone
  const day = Math.floor(local / 86_400)
  return { day, seconds: local - day * 86_400 }
}

const sunOf =
  ({ settings }: Relay) =>
  (day: number) =>
    sunTimes(day, settings, settings.zone * 60_000)

function tableIndex({ base, recordSize, recordCount }: EventLayout, address: number): number | null {
  const index = address - base
  return index >= 0 && index < recordSize * recordCount ? index : null
}

/** Registers of sunrise and sunset, which a version stores apart from the parameters. */
function sunWord({ sunrise, sunset }: EventLayout, address: number) {
  for (const [name, start] of [['sunrise', sunrise] as const, ['sunset', sunset] as const]) {
    if (address === start) return { name, shift: 16 }
    if (address === start + 1) return { name, shift: 0 }
  }
  return null
}
