import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../actions/button.tsx'
import { errorText } from './error-text.ts'
import { Notice } from './notice.tsx'
import { ListSkeleton } from './skeleton.tsx'

export interface LoadedProps<T> {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}

/** Shows an answer when it is there, and until then that it is coming, or why it is not. */
export const Loaded = <T,>({ query, children }: LoadedProps<T>): ReactNode => {
  const texts = useTexts()
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return <ListSkeleton />
  return (
    <Notice tone="critical">
      <p>{errorText(texts, query.error)}</p>
      <Button className="mt-2" onClick={() => void query.refetch()}>
        {texts.common.retry}
      </Button>
    </Notice>
  )
}
