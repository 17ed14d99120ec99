import type { VisBinding } from '../../../pictures/viewer/picture-values.ts'

export type BindingRule = NonNullable<VisBinding['rules']>[number]

export const outcomes = ['state', 'text', 'color', 'fill', 'rotate', 'move', 'size', 'flow', 'visible'] as const
export type RuleEffect = (typeof outcomes)[number]

/** What the rule is about: the first outcome that it has. */
export const kindOf = ({ then }: BindingRule): RuleEffect => outcomes.find((one) => then[one] !== undefined) ?? 'state'

const initial: Readonly<Record<RuleEffect, BindingRule['then']>> = {
  state: { state: 'run' },
  text: { text: '' },
  color: { color: '#cc2b1f' },
  fill: { fill: 100 },
  rotate: { rotate: 0 },
  move: { move: [0, 0] },
  size: { size: 0 },
  flow: { flow: 1 },
  visible: { visible: true },
}

/** How a rule of a kind begins. */
// oxlint-disable-next-line unicorn/no-thenable -- a rule is never awaited
export const initialThen = (kind: RuleEffect): Pick<BindingRule, 'then'> => ({ then: initial[kind] })
