import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, apiQuery, call } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { withScanned } from './draft.rules.ts'
import type { StepProps } from './draft.ts'

type Progress = AnswerOf<'scan', 'progress'>

const pollMs = 500

const isUnderWay = (progress: Progress | undefined): boolean =>
  progress === undefined || progress.state === 'waiting' || progress.state === 'running'

/** A scan of the draft's network. It goes on while one looks elsewhere; what it finds comes into the draft. */
export const useScan = ({ draft, change }: Pick<StepProps, 'draft' | 'change'>) => {
  const { newNet } = useTexts()
  const { scanId, made } = draft
  const progress = useQuery({
    ...apiQuery('scan', 'progress', { scanId: scanId ?? '' }),
    enabled: scanId !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data) && state.error === null ? pollMs : false),
  })
  const lastStart = useRef<Promise<{ scanId: string }>>(null)
  const start = useMutation<{ scanId: string }, ApiError, { from: number; till: number }>({
    mutationFn: (units) => {
      lastStart.current = call('scan', 'start', {
        connection: { kind: 'net-id', networkId: made?.netId ?? 0 },
        units,
      })
      return lastStart.current
    },
    onMutate: () => stop.reset(),
    onSuccess: (started) => change(() => ({ scanId: started.scanId })),
  })
  const stop = useMutation<object, ApiError>({
    // Stop may be pressed before the service has answered with the id: the draft still has that of the scan before.
    mutationFn: async () => call('scan', 'cancel', (await lastStart.current) ?? { scanId: scanId ?? '' }),
    onSettled: () => progress.refetch(),
  })
  const devices = useQuery({
    ...apiQuery('nets', 'devices', { netId: made?.netId ?? 0 }),
    enabled: made?.isOld === true,
  })
  const knownUnits = new Set(devices.data?.map(({ modbusUnitId }) => modbusUnitId))
  const take = useEffectEvent((found: Progress['found']) => {
    const fresh = found.filter(({ unit }) => !knownUnits.has(unit))
    if (fresh.length > 0) change(({ units }) => ({ units: withScanned(units, fresh, newNet.deviceName) }))
  })
  const isKnown = made?.isOld !== true || devices.data !== undefined
  const found = progress.data?.found
  useEffect(() => {
    if (found !== undefined && isKnown) take(found)
  }, [found, isKnown])
  const isRunning = start.isPending || (scanId !== null && progress.error === null && isUnderWay(progress.data))
  return {
    progress: scanId === null ? undefined : progress.data,
    isRunning,
    /** How many of those that were found are devices of the network already. */
    knownCount: found?.filter(({ unit }) => knownUnits.has(unit)).length ?? 0,
    start,
    stop,
    error: start.error ?? stop.error ?? progress.error,
  }
}
