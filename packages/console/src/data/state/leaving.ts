import { createStore, useStore } from '@busbar/ui/store'
import { useEffect } from 'react'

const unsaved = new Set<symbol>()
const answer = createStore<((isLeaving: boolean) => void) | null>(null)

/** Registers unsaved changes; the returned function removes them. */
export const noteUnsaved = (): (() => void) => {
  const one = Symbol('unsaved')
  unsaved.add(one)
  return () => void unsaved.delete(one)
}

export const isUnsaved = (): boolean => unsaved.size > 0

/** Asks whether what was typed may be lost; at once yes where there is nothing. A new question answers an old one with no. */
export const confirmLeaving = async (): Promise<boolean> => {
  answer.get()?.(false)
  answer.set(null)
  if (!isUnsaved()) return true
  const { promise, resolve } = Promise.withResolvers<boolean>()
  answer.set(resolve)
  return promise
}

export const answerLeaving = (isLeaving: boolean): void => {
  answer.get()?.(isLeaving)
  answer.set(null)
}

/** Returns true while the confirmation is open. */
export const useLeaveQuestion = (): boolean => useStore(answer) !== null

/** For as long as it is true and the component is there, leaving is asked about. */
export const useUnsaved = (isChanged: boolean): void => {
  useEffect(() => (isChanged ? noteUnsaved() : undefined), [isChanged])
}
