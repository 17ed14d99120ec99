import { at } from '@busbar/kit'
import type { Rule } from './bindings.contract.ts'

const positionDecimals = 3

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

/**
 * For each type of result, applies the first matching rule that has one. `other` returns the value of another binding.
 */
export const outcomeOf = (rules: readonly Rule[], ownValue: RuleValue, other: (code: string) => RuleValue | null) => {
  const valueFor = ({ when: { of } }: Rule): RuleValue | null => (of === undefined ? ownValue : other(of))
  const matches = rules.flatMap((rule) => {
    const value = valueFor(rule)
    return value !== null && isMatch(rule, value) ? [{ rule, value }] : []
  })
  const first = (name: keyof Rule['then']) => matches.find(({ rule }) => rule.then[name] !== undefined)
  const interpolated = (name: 'rotate' | 'fill' | 'flow' | 'size'): number | undefined => {
    const found = first(name)
    const range = found?.rule.then[name]
    return found === undefined || range === undefined ? undefined : interpolate(range, found.rule, found.value.number)
  }
  const moved = (): number[] | undefined => {
    const found = first('move')
    const { move } = found?.rule.then ?? {}
    if (found === undefined || move === undefined) return undefined
    const [from = 0, till = 0] = move
    if (typeof from === 'number' || typeof till === 'number') return move as number[]
    return [0, 1].map((axis) => interpolate([at(from, axis), at(till, axis)], found.rule, found.value.number))
  }
  const outcomes = {
    text: first('text')?.rule.then.text,
    color: first('color')?.rule.then.color,
    visible: first('visible')?.rule.then.visible,
    state: first('state')?.rule.then.state,
    rotate: interpolated('rotate'),
    fill: interpolated('fill'),
    flow: interpolated('flow'),
    move: moved(),
    size: interpolated('size'),
  }
  return Object.fromEntries(Object.entries(outcomes).filter(([, one]) => one !== undefined)) as Partial<{
    [Name in keyof typeof outcomes]: NonNullable<(typeof outcomes)[Name]>
  }>
}

const isMatch = ({ when: { from, till, equals } }: Rule, { text, number }: RuleValue): boolean => {
  if (equals !== undefined && equals !== (typeof equals === 'string' ? text : number)) return false
  if (from === undefined && till === undefined) return true
  return number !== null && number >= (from ?? -Infinity) && number <= (till ?? Infinity)
}

const interpolate = (range: OutcomeRange, { when: { from = 0, till = 1 } }: Rule, number: number | null): number => {
  if (typeof range === 'number') return range
  const [first = 0, second = 0] = range
  const position = first + ((second - first) * ((number ?? from) - from)) / (till - from)
  return Number(position.toFixed(positionDecimals))
}
