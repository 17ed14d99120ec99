import type { RegisterKind } from '@busbar/modbus'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { type AnswerOf, apiQuery, call } from '../../../api/api-query.ts'

export type RangeProgress = AnswerOf<'scan', 'rangesProgress'>
interface AddressRange {
  kind: RegisterKind
  from: number
  till: number
}

const pollMs = 500

const isUnderWay = (progress: RangeProgress | undefined): boolean =>
  progress === undefined || progress.state === 'waiting' || progress.state === 'running'

/** A search for registers of a unit. It ends with the page, which alone shows what it finds. */
export const useRangeScan = (netId: number, unit: number) => {
  const [scanId, setScanId] = useState<string | null>(null)
  const progress = useQuery({
    ...apiQuery('scan', 'rangesProgress', { scanId: scanId ?? '' }),
    enabled: scanId !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data) && state.error === null ? pollMs : false),
  })
  const start = useMutation<{ scanId: string }, ApiError, AddressRange[]>({
    mutationFn: (ranges) =>
      call('scan', 'startRanges', { connection: { kind: 'net-id', networkId: netId }, unit, ranges }),
    onSuccess: (started) => setScanId(started.scanId),
  })
  const stop = useMutation<object, ApiError>({
    mutationFn: () => call('scan', 'cancel', { scanId: scanId ?? '' }),
    onSettled: () => progress.refetch(),
  })
  const isRunning = start.isPending || (scanId !== null && progress.error === null && isUnderWay(progress.data))
  const leave = useEffectEvent(() => {
    if (isRunning && scanId !== null) void call('scan', 'cancel', { scanId }).catch(() => undefined)
  })
  useEffect(() => () => leave(), [])
  return {
    progress: scanId === null ? undefined : progress.data,
    isRunning,
    start,
    stop,
    error: start.error ?? stop.error ?? progress.error,
  }
}
