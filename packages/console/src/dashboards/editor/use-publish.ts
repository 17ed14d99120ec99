import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import type { Board } from '../values/board.ts'
import type { DraftBoard } from './use-draft.ts'

/** The board was saved since the draft was begun. */
export type SaveConflict = Extract<AnswerOf<'boards', 'save'>, { result: 'changed' }>

export interface PublishControl {
  /** Saves the draft; with the version of who was first it is saved over that. */
  send: (draft: DraftBoard, version?: number) => void
  isBusy: boolean
  overtaken: SaveConflict | null
}

/** Saves a draft as a whole. If another user saved first, the draft is kept and reported as outdated. */
export const usePublish = ({ id: dashboardId, version }: Board, onSaved: () => void): PublishControl => {
  const client = useQueryClient()
  const texts = useTexts()
  const [overtaken, setOvertaken] = useState<SaveConflict | null>(null)
  const save = useMutation({
    mutationFn: ({ draft, over }: { draft: DraftBoard; over: number }) =>
      call('boards', 'save', {
        dashboardId,
        version: over,
        name: draft.name,
        refreshSec: draft.refreshSec,
        variable: draft.templateId === null ? null : { kind: 'device', templateId: draft.templateId },
        widgets: [...draft.widgets],
      }),
    onSuccess: async (answer) => {
      if (answer.result === 'changed') {
        setOvertaken(answer)
        return
      }
      await client.invalidateQueries({ queryKey: ['boards'] })
      await client.invalidateQueries({ queryKey: ['dashboards'] })
      toast(texts.dashboards.published)
      onSaved()
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
  return {
    send: (draft, over = version) => save.mutate({ draft, over }),
    isBusy: save.isPending,
    overtaken,
  }
}
