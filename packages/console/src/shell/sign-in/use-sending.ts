import { useState } from 'react'

interface FormSubmission<T> {
  send: (input: T) => void
  /** Also after it went well: what comes next is on its way. */
  isPending: boolean
  /** Why it did not go well; null where nothing went wrong. */
  error: unknown
}

/** Sends what a form has. It is drawn before the library is there by which other pages send. */
export const useSending = <T>(act: (input: T) => Promise<void>): FormSubmission<T> => {
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>({ isPending: false, error: null })
  const send = (input: T): void => {
    setState({ isPending: true, error: null })
    act(input).catch((error: unknown) => setState({ isPending: false, error }))
  }
  return { send, ...state }
}
