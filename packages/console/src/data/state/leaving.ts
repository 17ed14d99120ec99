import { useEffect, useSyncExternalStore } from 'react'

const unsaved = new Set<symbol>()
const listeners = new Set<() => void>()
let answer: ((isLeaving: boolean) => void) | null = null

const notify = (): void => {
  for (const listener of listeners) listener()
}

/** Something was typed that would be lost; the answer takes it back. */
export const noteUnsaved = (): (() => void) => {
  const one = Symbol('unsaved')
  unsaved.add(one)
  return () => void unsaved.delete(one)
}

export const isUnsaved = (): boolean => unsaved.size > 0

/** Asks whether what was typed may be lost; at once yes where there is nothing. A new question answers an old one with no. */
export const confirmLeaving = async (): Promise<boolean> => {
  answer?.(false)
  answer = null
  if (!isUnsaved()) return true
  const { promise, resolve } = Promise.withResolvers<boolean>()
  answer = resolve
  notify()
  return promise
}

export const answerLeaving = (isLeaving: boolean): void => {
  answer?.(isLeaving)
  answer = null
  notify()
}

const isPending = (): boolean => answer !== null
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the question is being asked. */
export const useLeaveQuestion = (): boolean => useSyncExternalStore(subscribe, isPending)

/** For as long as it is true and the component is there, leaving is asked about. */
export const useUnsaved = (isChanged: boolean): void => {
  useEffect(() => (isChanged ? noteUnsaved() : undefined), [isChanged])
}
