import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, call, type RequestOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'

type ImportRequest = RequestOf<'importConfig', 'run'>
export type ImportFile = ImportRequest['files'][number]
export type ImportOutcome = AnswerOf<'importConfig', 'run'>
export type ImportNote = ImportOutcome['notes'][number]
export type ImportQuestion = ImportOutcome['questions'][number]
export type ImportFormat = NonNullable<ImportRequest['format']>
export type Answers = Readonly<Record<string, string>>

/** Files with answers: the outcome is computed again with each change, and nothing is stored before `store`. */
export const useImport = (isTemplatesOnly: boolean, onStored: (outcome: ImportOutcome) => void) => {
  const { orgId } = useOrg()
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly ImportFile[]>([])
  const [format, setFormat] = useState<ImportFormat | ''>('')
  const [answers, setAnswers] = useState<Answers>({})
  const request = {
    orgId,
    files: [...files],
    answers: { ...answers },
    isTemplatesOnly,
    ...(format !== '' && { format }),
  }
  const dry = useQuery<ImportOutcome, ApiError>({
    queryKey: ['importConfig', 'run', request],
    queryFn: ({ signal }) => call('importConfig', 'run', { ...request, isDry: true }, signal),
    enabled: files.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const store = useMutation<ImportOutcome, ApiError, { startPolling: boolean }>({
    mutationFn: ({ startPolling }) => call('importConfig', 'run', { ...request, startPolling, isDry: false }),
    onSuccess: async (outcome) => {
      await client.invalidateQueries()
      onStored(outcome)
    },
  })
  const give = (chosen: readonly ImportFile[]): void => {
    setFiles(chosen)
    setAnswers({})
  }
  const answer = (id: string, text: string): void => setAnswers((before) => ({ ...before, [id]: text }))
  const outcome = files.length > 0 ? dry.data : undefined
  const openCount = outcome?.questions.filter((one) => one.default === null && !answers[one.id]).length ?? 0
  return { files, give, format, setFormat, answers, answer, dry, outcome, openCount, store }
}
