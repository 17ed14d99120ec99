import type { UseQueryResult } from '@tanstack/react-query'
import { Lock, RefreshCw, ServerCrash } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../actions/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { errorText } from './error-text.ts'
import { ListSkeleton } from './skeleton.tsx'

export interface LoadedProps<T> {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}

/** It is not for this user, or not there at all: which of the two is not told. */
const isDenied = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'ObjectNotFound' || error.code === 'NotAuthorized')

/** Shows an answer when it is there, and until then that it is coming, or why it is not. */
export const Loaded = <T,>({ query, children }: LoadedProps<T>): ReactNode => {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return <ListSkeleton />
  return <LoadError error={query.error} onRetry={() => void query.refetch()} />
}

/** Shows why a request failed, with a button that repeats it. */
export const LoadError = ({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode => {
  const texts = useTexts()
  return (
    <div role="alert" className="rounded-card border border-line bg-surface">
      <EmptyState
        icon={isDenied(error) ? Lock : ServerCrash}
        title={errorText(texts, error)}
        action={
          <Button icon={RefreshCw} onClick={onRetry}>
            {texts.common.retry}
          </Button>
        }
      />
    </div>
  )
}
