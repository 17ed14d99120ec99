import type { BackTestResult, TestedOccurrence } from '@busbar/alerts/engine'
import type { Action, JudgedAlert } from '@busbar/alerts/model'
import { shownValue } from '../../commands/writing/value-to-write.ts'

const iso = (on: number): string => new Date(on).toISOString()

/** What came of it, in the words of the wire. */
export const shownBackTest = (
  { actions, followUps }: JudgedAlert,
  { occurrences, isCut }: BackTestResult,
  isBroken: boolean,
) => {
  const items = new Map<string, Action>([
    ...actions.map((action) => [`a${action.id}`, action] as const),
    ...followUps.map((action) => [`f${action.id}`, action] as const),
  ])
  return {
    result: 'success' as const,
    errors: {},
    episodes: occurrences.map(shownOccurrence),
    messages: occurrences.flatMap(({ sent }) =>
      sent.flatMap(({ on, key, stage }) => {
        const id = Number(key.slice(1))
        // That it flaps, or is steady, goes to the recipient of an action.
        const item = items.get(key) ?? items.get(`a${id}`) ?? items.get(`f${id}`)
        return item === undefined ? [] : [{ on: iso(on), stage, ...shownItem(item) }]
      }),
    ),
    isCut: isCut || isBroken,
  }
}

const shownOccurrence = ({ startedOn, resolvedOn, changes }: TestedOccurrence) => ({
  startedOn: iso(startedOn),
  ...(resolvedOn !== null && { resolvedOn: iso(resolvedOn) }),
  values: changes.map(({ on, what, paramId, value, reason }) => ({
    on: iso(on),
    paramId,
    isTriggered: what === 'triggered',
    ...(value !== null && { value }),
    ...(reason !== null && { reason }),
  })),
})

const shownItem = ({ type, recepient, paramId, value }: Action) => ({
  type,
  ...(recepient !== null && { recepient }),
  ...(paramId !== null && { paramId }),
  ...(value !== null && { value: shownValue(value) }),
})
