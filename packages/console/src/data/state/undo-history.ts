/** Maximum number of undo steps. */
export const stepsMax = 500

/** Past, present and undone states. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
}

export const historyOf = <T>(present: T): History<T> => ({ past: [], present, future: [] })

/** Adds a step and clears undone ones. A step that changes nothing is ignored. */
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
