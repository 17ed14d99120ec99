import type { ParamTemplate } from '@busbar/templates'
import type { QuantityOf } from './electric.ts'
import type { UnitTraits } from './unit.ts'

/** Words of a state that a healthy unit is in, the best first. */
const healthy = [
  /^(no|none|ok|no alarm|0 no)$/i,
  /^(running|engine running|producing|normal|on grid|feeding in|maximum power tracking|loaded)$/i,
  /^(c2?: )?charging$|^bulk charge$/i,
  /^(connected|grid|closed|automatic|on|start|cable in the vehicle, locked|9600 bit\/s)$/i,
]
/** Words for nothing, and for a night without sun. */
const [quiet, asleep] = [/^(no|off|none|ok|no alarm)$/i, /^(sleeping|standby|waiting|wait mode)$/i]
/** What is a trouble when it is so; of others a running unit says yes. */
const troubles =
  /alarm|warning|trip|fault|over|probe|condenser|timeout|door|defrost|standby|reverse|zero|night|high|low|light|continuous|aux/
const yes = /^(yes|on)$/i

/** The state of a unit in good order; those of a battery follow what it does. */
export function stateOf(
  { label, enum: states = {} }: ParamTemplate,
  { isProducing, hasBattery }: UnitTraits,
): QuantityOf {
  const named = Object.entries(states).map(([value, { en }]) => [Number(value), en] as const)
  const find = (words: RegExp): number | undefined => named.find(([, word]) => words.test(word))?.[0]
  if (label === 'bat_state') {
    const [charging = 0, discharging = 0] = [find(/^charging$/i), find(/^discharging$/i)]
    return (unit, now) => (unit.charge.at(now) > 0 ? charging : discharging)
  }
  const [running, quietly, sleeping] = [find(yes), find(quiet), find(asleep)]
  if (troubles.test(label) && quietly !== undefined) return () => quietly
  if (running !== undefined && named.length === 2) return () => running
  const [firstState] = named[0] ?? [0]
  const known = healthy.map(find).find((value) => value !== undefined) ?? firstState
  if (label === 'state' && isProducing && !hasBattery && sleeping !== undefined)
    return (unit, now) => (unit.pv.at(now) > 0 ? known : sleeping)
  return () => known
}
