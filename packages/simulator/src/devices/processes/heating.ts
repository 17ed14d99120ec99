/** A room with a heater and a thermostat: two exponentials in turn, so any instant is reached at once. */
export interface HeatedRoom {
  readonly ambient: number
  /** How much warmer the room gets if the heater never stops. */
  readonly gain: number
  readonly lagMs: number
}

export interface Thermostat {
  readonly enable: number
  readonly setpoint: number
  readonly hysteresis: number
}

export interface HeaterState {
  readonly temperature: number
  readonly heating: boolean
  /** Operating time of the heater, and how often it was switched on. */
  readonly onMs: number
  readonly starts: number
}

/** The room after `elapsedMs` under the same thermostat. */
export function heatAfter(room: HeatedRoom, thermostat: Thermostat, from: HeaterState, elapsedMs: number): HeaterState {
  const high = thermostat.setpoint + thermostat.hysteresis
  const low = thermostat.setpoint - thermostat.hysteresis
  const first = begin(thermostat, from, low, high)
  const edge = thermostat.enable === 1 ? (first.heating ? high : low) : Number.NaN
  const leadMs = timeTo(room, first, edge)
  if (elapsedMs < leadMs) return drift(room, first, elapsedMs)

  // From an edge on, the same cycle comes again and again: away to the other edge, and back.
  const second = turn(drift(room, first, leadMs), edge)
  const other = second.heating ? high : low
  const awayMs = timeTo(room, second, other)
  if (elapsedMs - leadMs < awayMs) return drift(room, second, elapsedMs - leadMs)
  const third = turn(drift(room, second, awayMs), other)
  const backMs = timeTo(room, third, edge)
  if (backMs === Infinity) return drift(room, third, elapsedMs - leadMs - awayMs)

  const cycles = Math.floor((elapsedMs - leadMs) / (awayMs + backMs))
  const restMs = Math.max(0, elapsedMs - leadMs - cycles * (awayMs + backMs))
  const last = restMs < awayMs ? drift(room, second, restMs) : drift(room, third, restMs - awayMs)
  const onMs = second.heating ? awayMs : backMs
  return { ...last, onMs: last.onMs + cycles * onMs, starts: last.starts + cycles }
}

/** The immediate reaction of the thermostat. */
function begin({ enable }: Thermostat, from: HeaterState, low: number, high: number): HeaterState {
  const wanted = from.temperature >= high ? false : from.temperature <= low || from.heating
  const heating = enable === 1 && wanted
  return { ...from, heating, starts: from.starts + Number(heating && !from.heating) }
}

const turn = (heat: HeaterState, temperature: number): HeaterState => ({
  ...heat,
  temperature,
  heating: !heat.heating,
  starts: heat.starts + Number(!heat.heating),
})

const target = ({ ambient, gain }: HeatedRoom, heating: boolean): number => (heating ? ambient + gain : ambient)

/** How long the room takes to an edge; one that it never reaches takes forever. */
function timeTo(room: HeatedRoom, { temperature, heating }: HeaterState, edge: number): number {
  const end = target(room, heating)
  const ratio = (temperature - end) / (edge - end)
  return ratio >= 1 && Number.isFinite(ratio) ? room.lagMs * Math.log(ratio) : Infinity
}

function drift(room: HeatedRoom, heat: HeaterState, ms: number): HeaterState {
  const end = target(room, heat.heating)
  const temperature = end + (heat.temperature - end) * Math.exp(-ms / room.lagMs)
  return { ...heat, temperature, onMs: heat.onMs + (heat.heating ? ms : 0) }
}
