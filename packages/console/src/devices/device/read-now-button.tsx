import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { apiQuery, call } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'

export interface ReadNowButtonProps {
  deviceId: number
  /** Told instead of a toast. */
  onOutcome?: (outcome: ReadOutcome) => void
}

/** Reads the device now and shows the outcome. */
export const ReadNowButton = ({ deviceId, onOutcome }: ReadNowButtonProps): ReactNode => {
  const texts = useTexts()
  const { device } = texts
  const { duration, number } = useFormat()
  const ids = useQuery(apiQuery('devices', 'params', { deviceId })).data?.map(({ id }) => id) ?? []
  const showOutcome = (outcome: ReadOutcome): void => {
    if (onOutcome !== undefined) return onOutcome(outcome)
    const { read: count, failed, tookMs } = outcome
    const [reason] = failed.keys()
    if (count === 0 && reason !== undefined)
      toast(device.readNothing({ reason: reasonText(texts, reason) }), 'critical')
    else toast(device.readDone({ some: number(count), all: number(ids.length), time: duration(tookMs) }))
  }
  const read = useReadAll(showOutcome)
  return (
    <Button
      icon={RefreshCw}
      isChange
      isBusy={read.isPending}
      disabled={ids.length === 0}
      onClick={() => read.mutate(ids)}
    >
      {device.askNow}
    </Button>
  )
}

/** As many as the service reads at once. */
const idsMax = 1000

/** Outcome of a manual read. */
export interface ReadOutcome {
  on: string
  tookMs: number
  read: number
  /** Parameters that gave nothing, by reason. */
  failed: ReadonlyMap<string, readonly number[]>
}

/** Reads all parameters of a device now; nothing is recorded. `onDone` runs although the component is gone. */
const useReadAll = (
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
