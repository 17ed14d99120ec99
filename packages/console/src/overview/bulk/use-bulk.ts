import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call, type OperationName, type RequestOf } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'

type Operation = OperationName<'bulk'>

export interface BulkControl<N extends Operation> {
  /** What would change; null until it was asked. */
  plan: AnswerOf<'bulk', N> | null
  error: string | null
  isBusy: boolean
  /** Asks what would change. */
  preview: (request: RequestOf<'bulk', N>) => Promise<void>
  /** Does it; says whether it is done. */
  act: (request: RequestOf<'bulk', N>) => Promise<boolean>
  back: () => void
}

/** A change of many: first what it would do, then the doing. */
export const useBulk = <N extends Operation>(name: N): BulkControl<N> => {
  const texts = useTexts()
  const client = useQueryClient()
  const [plan, setPlan] = useState<AnswerOf<'bulk', N> | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const send = async (request: RequestOf<'bulk', N>, isTrial: boolean): Promise<AnswerOf<'bulk', N> | null> => {
    setIsBusy(true)
    setError(null)
    try {
      return await call('bulk', name, { ...request, isTrial })
    } catch (problem) {
      setError(errorText(texts, problem))
      return null
    } finally {
      setIsBusy(false)
    }
  }
  return {
    plan,
    error,
    isBusy,
    preview: async (request) => setPlan(await send(request, true)),
    async act(request) {
      const answer = await send(request, false)
      if (answer === null) return false
      await client.invalidateQueries()
      return true
    },
    back: () => setPlan(null),
  }
}
