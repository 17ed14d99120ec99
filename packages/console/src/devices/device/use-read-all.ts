import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { ApiError } from '../../data/api/api-error.ts'
import { call } from '../../data/api/api-query.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'

/** As many as the service reads at once. */
const idsMax = 1000

/** What came of reading a device by hand. */
export interface ReadOutcome {
  on: string
  tookMs: number
  read: number
  /** Parameters that gave nothing, by reason. */
  failed: ReadonlyMap<string, readonly number[]>
}

/** Reads all parameters of a device now; nothing is recorded. `onDone` runs although the component is gone. */
export const useReadAll = (
  onDone: (outcome: ReadOutcome) => void,
): UseMutationResult<ReadOutcome, ApiError, readonly number[]> => {
  const lang = serviceLanguage(useLanguage())
  const texts = useTexts()
  return useMutation({
    mutationFn: async (paramIds: readonly number[]) => {
      const startMs = performance.now()
      const answers = Object.entries(await call('realtime', 'read', { paramIds: paramIds.slice(0, idsMax), lang }))
      const failed = answers.flatMap(([id, answer]) => ('err' in answer ? [[Number(id), answer.err] as const] : []))
      const byReason = Map.groupBy(failed, ([, reason]) => reason)
      return {
        on: new Date(serverNow()).toISOString(),
        tookMs: performance.now() - startMs,
        read: answers.length - failed.length,
        failed: new Map([...byReason].map(([reason, some]) => [reason, some.map(([id]) => id)])),
      }
    },
    onSuccess: onDone,
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
}
