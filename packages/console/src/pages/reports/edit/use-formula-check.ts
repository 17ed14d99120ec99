import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../../api/api-query.ts'
import { useOrg } from '../../../api/use-org.tsx'

export type CheckedFormula = AnswerOf<'reportFigures', 'checkFormula'>

/** So long nothing was typed. */
const restMs = 250

/** What the service says of a formula, a moment after the last key. */
export const useFormulaCheck = (formula: string): UseQueryResult<CheckedFormula> => {
  const { orgId } = useOrg()
  const [debounced, setDebounced] = useState(formula)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(formula), restMs)
    return () => clearTimeout(timer)
  }, [formula])
  return useQuery({
    ...apiQuery('reportFigures', 'checkFormula', { orgId, formula: debounced }),
    placeholderData: keepPreviousData,
  })
}
