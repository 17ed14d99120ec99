import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { type AnswerOf, apiQuery } from '../../../api/api-query.ts'
import { useOrg } from '../../../api/use-org.tsx'

export type CheckedFormula = AnswerOf<'reportFigures', 'checkFormula'>

interface FormulaCheck {
  data: CheckedFormula | undefined
  /** The data are of the formula before the last keys. */
  isStale: boolean
  error: ApiError | null
}

/** So long nothing was typed. */
const restMs = 250

/** What the service says of a formula, a moment after the last key. */
export const useFormulaCheck = (formula: string): FormulaCheck => {
  const { orgId } = useOrg()
  const [debounced, setDebounced] = useState(formula)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(formula), restMs)
    return () => clearTimeout(timer)
  }, [formula])
  const { data, error, isPlaceholderData } = useQuery({
    ...apiQuery('reportFigures', 'checkFormula', { orgId, formula: debounced }),
    placeholderData: keepPreviousData,
  })
  return { data, error, isStale: isPlaceholderData || debounced !== formula }
}
