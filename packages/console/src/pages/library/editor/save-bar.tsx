import type { ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { toast } from '../../../ui/feedback/toasts.tsx'
import type { Template } from '../import.rules.ts'
import type { MapDraft } from './use-map-draft.ts'

/** Appears with the first change. What has a problem cannot be saved. */
export const SaveBar = ({
  template,
  draft,
  text,
}: {
  template: Template
  draft: MapDraft
  text: string
}): ReactNode => {
  const { library } = useTexts()
  const save = useAction('templates', 'change', [['templates'], ['templateUse']], () => toast(library.saved))
  const { id, revision } = template
  const problemCount = draft.read.problems.size
  const send = (): void =>
    save.mutate({
      templateId: id,
      paramTemplates: draft.read.params,
      ...(revision !== undefined && { ifRevision: revision }),
    })
  const isStale = save.error instanceof ApiError && save.error.message.includes('ifRevision')
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line-strong bg-floating px-4 py-2.5 max-md:bottom-14 md:-mx-6 md:px-6 print:hidden">
      <span role="status" className="text-sm font-medium">
        {library.changes({ count: draft.changeCount })}
        {problemCount > 0 && (
          <span className="text-critical-text"> · {library.problemsOnly({ count: problemCount })}</span>
        )}
        {isStale && <span className="text-critical-text"> · {library.stale}</span>}
      </span>
      <span className="ml-auto flex gap-2">
        <Button onClick={draft.discard}>{library.discard}</Button>
        <Button
          variant="primary"
          isChange
          isBusy={save.isPending}
          disabled={problemCount > 0 || draft.rows.length === 0}
          onClick={send}
        >
          {text}
        </Button>
      </span>
    </div>
  )
}
