import type { Rule } from './bindings.contract.ts'

const decimalsOfPlace = 3

/** A value as rules look at it. */
export interface RuleValue {
  /** For people. */
  shown: string
  /** As it was read. */
  text: string
  /** Null for a text. */
  number: number | null
}

/** An outcome that is one number, or two between which the value leads. */
type OutcomeRange = number | readonly number[]

/** Of each kind, what the first rule says that holds and has one. `other` gives the value of another binding. */
export const outcomeOf = (rules: readonly Rule[], own: RuleValue, other: (code: string) => RuleValue | null) => {
  const lookedAt = ({ when: { of } }: Rule): RuleValue | null => (of === undefined ? own : other(of))
  const holding = rules.flatMap((rule) => {
    const value = lookedAt(rule)
    return value !== null && holds(rule, value) ? [{ rule, value }] : []
  })
  const first = (name: keyof Rule['then']) => holding.find(({ rule }) => rule.then[name] !== undefined)
  const placed = (name: 'rotate' | 'fill' | 'flow' | 'size'): number | undefined => {
    const found = first(name)
    const along = found?.rule.then[name]
    return found === undefined || along === undefined ? undefined : placeAlong(along, found.rule, found.value.number)
  }
  const moved = (): number[] | undefined => {
    const found = first('move')
    const { move } = found?.rule.then ?? {}
    if (found === undefined || move === undefined) return undefined
    const [from = 0, till = 0] = move
    if (typeof from === 'number' || typeof till === 'number') return move as number[]
    return [0, 1].map((axis) => placeAlong([from[axis] ?? 0, till[axis] ?? 0], found.rule, found.value.number))
  }
  const said = {
    text: first('text')?.rule.then.text,
    color: first('color')?.rule.then.color,
    visible: first('visible')?.rule.then.visible,
    state: first('state')?.rule.then.state,
    rotate: placed('rotate'),
    fill: placed('fill'),
    flow: placed('flow'),
    move: moved(),
    size: placed('size'),
  }
  return Object.fromEntries(Object.entries(said).filter(([, one]) => one !== undefined)) as Partial<{
    [Name in keyof typeof said]: NonNullable<(typeof said)[Name]>
  }>
}

const holds = ({ when: { from, till, equals } }: Rule, { text, number }: RuleValue): boolean => {
  if (equals !== undefined && equals !== (typeof equals === 'string' ? text : number)) return false
  if (from === undefined && till === undefined) return true
  return number !== null && number >= (from ?? -Infinity) && number <= (till ?? Infinity)
}

const placeAlong = (along: OutcomeRange, { when: { from = 0, till = 1 } }: Rule, number: number | null): number => {
  if (typeof along === 'number') return along
  const [first = 0, second = 0] = along
  const place = first + ((second - first) * ((number ?? from) - from)) / (till - from)
  return Number(place.toFixed(decimalsOfPlace))
}
