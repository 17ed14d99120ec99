import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../data/api/api-error.ts'
import { call } from '../../data/api/api-query.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { useToastAfterClose } from '../../ui/feedback/toasts.tsx'
import { noteReadBack } from './param-states.ts'
import { isMaybeDone, outcomeOf, type WriteOutcome } from './write.rules.ts'

export interface WriteTarget {
  paramId: number
  name: string
  /** The control of a picture through which it is written: the service stores what that allows. */
  element: { visId: number; code: string } | undefined
}

export interface WriteControl {
  write: (value: string) => void
  isPending: boolean
  /** Null until the service has answered. */
  outcome: WriteOutcome | null
}

const tones = { done: 'ok', unclear: 'warning', refused: 'critical' } as const

/** Writes a value to a device. The value that was read back is shown at once, and the outcome in a toast if its dialog was closed. */
export const useWrite = ({ paramId, name, element }: WriteTarget): WriteControl => {
  const client = useQueryClient()
  const texts = useTexts()
  const lang = serviceLanguage(useLanguage())
  const toastAfterClose = useToastAfterClose()
  const writing = useMutation<WriteOutcome, never, string>({
    mutationFn: async (newValue) => {
      try {
        const request = { newValue, lang }
        if (element === undefined) return outcomeOf(await call('writing', 'write', { paramId, ...request }))
        const { visId, code: itemCode } = element
        return outcomeOf(await call('visualizations', 'control', { visId, itemCode, ...request }))
      } catch (error) {
        const isUnclear = error instanceof ApiError && isMaybeDone(error)
        return { kind: isUnclear ? 'unclear' : 'refused', why: errorText(texts, error) }
      }
    },
    onSuccess: (outcome) => {
      if (outcome.kind === 'done') {
        noteReadBack(paramId, { value: outcome.newValue, formattedValue: outcome.shown })
        toastAfterClose(`${name}: ${texts.device.done({ value: outcome.shown })}`)
      } else {
        const text = `${name}: ${texts.device[outcome.kind]} ${reasonText(texts, outcome.why)}`
        toastAfterClose(text, tones[outcome.kind])
      }
      void client.invalidateQueries({ queryKey: ['values'] })
      if (element !== undefined) void client.invalidateQueries({ queryKey: ['visualizations', 'values'] })
    },
  })
  return { write: (value) => writing.mutate(value), isPending: writing.isPending, outcome: writing.data ?? null }
}
