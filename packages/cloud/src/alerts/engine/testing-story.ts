import type { Action, Alert, ItemKey, Stage } from '../alert.ts'
import type { HoldReason } from '../holds.ts'

/** What is to be done, and how long after its stage began. */
export interface Item {
  key: ItemKey
  stage: Stage
  wait: number
  isOfTrouble: boolean
  isWrite: boolean
}

export const itemsOf = ({ actions, followUps }: Alert): Item[] => [
  ...actions.map((action) => itemOf(`a${action.id}`, 'active', action)),
  ...followUps.map((action) => itemOf(`f${action.id}`, action.stage, action)),
]

const itemOf = (key: ItemKey, stage: Stage, { timeoutMinutes, type }: Action): Item => ({
  key,
  stage,
  wait: timeoutMinutes * 60,
  isWrite: type === 'write-param',
  isOfTrouble: stage === 'active' || stage === 'not-confirmed',
})

/** One activation, as the model has it. */
export interface Story {
  no: number
  started: number
  isLogged: boolean
  confirmed: number | null
  cleared: number | null
  closed: number | null
  muted: number | null
  mutedWhy: HoldReason
  isUnknown: boolean
  lines: number
  plan: Map<ItemKey, number | 'done'>
  /** How many messages came of each item. */
  sends: Map<ItemKey, number>
  /** Of conditions that were taken up, where any of several is enough: true, or from when it is not. Null: nobody asks. */
  known: Map<number, number | true> | null
  told: Map<ItemKey, Set<number>>
  additions: number
}

export const newStory = (no: number, started: number, isLogged: boolean): Story => ({
  no,
  started,
  isLogged,
  confirmed: null,
  cleared: null,
  closed: null,
  muted: null,
  mutedWhy: 'hours',
  isUnknown: false,
  lines: 0,
  plan: new Map(),
  sends: new Map(),
  known: null,
  told: new Map(),
  additions: 0,
})
