import { type RefObject, useEffect, useRef, useState } from 'react'
import { useUnsaved } from '../state/leaving.ts'

export interface ChangedForm {
  ref: RefObject<HTMLFormElement | null>
  onChange: () => void
  /** What is in the form now. */
  snapshot: () => string
  /** What was in the form then is stored now. */
  noteSaved: (snapshot: string) => void
}

/** Knows whether a form differs from what is stored; who leaves it so is asked. */
export const useChangedForm = (): ChangedForm => {
  const ref = useRef<HTMLFormElement>(null)
  const stored = useRef('')
  const [isChanged, setIsChanged] = useState(false)
  useUnsaved(isChanged)
  const snapshot = (): string =>
    ref.current === null ? stored.current : JSON.stringify([...new FormData(ref.current)])
  const look = (): void => setIsChanged(snapshot() !== stored.current)
  useEffect(() => {
    // What nobody has touched follows the service.
    if (!isChanged) stored.current = snapshot()
  })
  return {
    ref,
    onChange: look,
    snapshot,
    noteSaved(saved) {
      stored.current = saved
      look()
    },
  }
}
