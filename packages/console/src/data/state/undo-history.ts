/** How many steps can be taken back. */
export const stepsMax = 500

/** What was, is, and was taken back. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
}

export const historyOf = <T>(present: T): History<T> => ({ past: [], present, future: [] })

/** A new step; what was taken back is gone then. A step that changes nothing is none. */
export const step = <T>(history: History<T>, next: T): History<T> =>
  next === history.present
    ? history
    : { past: [...history.past, history.present].slice(-stepsMax), present: next, future: [] }

export const undo = <T>(history: History<T>): History<T> => {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] }
}

export const redo = <T>(history: History<T>): History<T> => {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future }
}
