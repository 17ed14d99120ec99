import type { Alert, ItemKey, Stage } from '../alert.ts'

/** What is to be done, and how long after its stage began. */
export interface Item {
  key: ItemKey
  stage: Stage
  wait: number
}

export const itemsOf = ({ actions, followUps }: Alert): Item[] => [
  ...actions.map(({ id, timeoutMinutes }) => ({
    key: `a${id}` as const,
    stage: 'active' as const,
    wait: timeoutMinutes * 60,
  })),
  ...followUps.map(({ id, timeoutMinutes, stage }) => ({ key: `f${id}` as const, stage, wait: timeoutMinutes * 60 })),
]

/** One activation, as the model has it. */
export interface Story {
  no: number
  started: number
  isLogged: boolean
  confirmed: number | null
  cleared: number | null
  closed: number | null
  muted: number | null
  isUnknown: boolean
  lines: number
  plan: Map<ItemKey, number | 'done'>
}
