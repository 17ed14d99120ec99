import { shownText } from '../params/names.rules.ts'
import type { ParamSettings } from '../params/settings.rules.ts'
import type { DevicePlan, FieldChange } from './apply.rules.ts'

interface ParamLabel {
  label?: string
  name?: string
}
interface ParamLine extends ParamLabel {
  deviceIds: number[]
}
interface ChangeLine extends ParamLine {
  field: string
  before?: string
  after?: string
}

/** Summary of plans, each line once for all its devices. */
export interface Difference {
  changed: ChangeLine[]
  kept: ChangeLine[]
  added: ParamLine[]
  gone: ParamLine[]
}

export const differenceOf = (plans: readonly DevicePlan[]): Difference => {
  const changed = new MergedLines<ChangeLine>()
  const kept = new MergedLines<ChangeLine>()
  const added = new MergedLines<ParamLine>()
  const gone = new MergedLines<ParamLine>()
  for (const { deviceId, exchange, ...plan } of plans) {
    for (const one of exchange.changed) changed.add(deviceId, lineOf(one))
    for (const one of exchange.kept) kept.add(deviceId, lineOf(one))
    for (const { to, ...param } of plan.params) {
      for (const one of param.changed) changed.add(deviceId, lineOf(one, paramLabel(to)))
      for (const one of param.kept) kept.add(deviceId, lineOf(one, paramLabel(to)))
    }
    for (const one of plan.added)
      added.add(deviceId, paramLabel({ name: one.name as ParamSettings['name'], label: one.label ?? null }))
    for (const one of plan.gone) gone.add(deviceId, paramLabel(one))
  }
  return { changed: changed.all(), kept: kept.all(), added: added.all(), gone: gone.all() }
}

export const lineCount = ({ changed, kept, added, gone }: Difference): number =>
  changed.length + kept.length + added.length + gone.length

const paramLabel = ({ name, label }: Pick<ParamSettings, 'name' | 'label'>): ParamLabel => ({
  ...(label !== null && { label }),
  name: shownText(name),
})

const lineOf = ({ field, before, after }: FieldChange, param: ParamLabel = {}): Omit<ChangeLine, 'deviceIds'> => ({
  ...param,
  field,
  ...(before !== null && { before }),
  ...(after !== null && { after }),
})

class MergedLines<Line extends ParamLine> {
  readonly #byText = new Map<string, Line>()

  add(deviceId: number, line: Omit<Line, 'deviceIds'>): void {
    const key = JSON.stringify(line)
    const known = this.#byText.get(key)
    if (known === undefined) this.#byText.set(key, { ...line, deviceIds: [deviceId] } as Line)
    else known.deviceIds.push(deviceId)
  }

  all(): Line[] {
    return [...this.#byText.values()]
  }
}
