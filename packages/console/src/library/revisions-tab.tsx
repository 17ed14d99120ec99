import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../data/api/api-query.ts'
import { useHasRole } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { useLanguage } from '../data/state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { ConfirmButton } from '../ui/actions/confirm-button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { Panel } from '../ui/layout/page.tsx'
import { changesBetween, type MapChange } from './revisions.rules.ts'

/** Revisions of a template with author and time; each can be viewed and restored. */
export const RevisionsTab = (): ReactNode => {
  const { id: templateId } = useParams({ from: '/shell/library/$id' })
  const { at } = useSearch({ from: '/shell/library/$id/revisions' })
  const { library } = useTexts()
  const { time, number } = useFormat()
  const revisions = useQuery(apiQuery('templateUse', 'revisions', { templateId }))
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <Panel title={library.revisions}>
        <Loaded query={revisions}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState icon={History} title={library.noRevisions} help={library.noRevisionsHelp} />
            ) : (
              <ul aria-label={library.revisions}>
                {found.map(({ revision, replacedOn, replacedBy, paramCount }) => (
                  <li key={revision} className="border-b border-line last:border-b-0">
                    <Link
                      to="/library/$id/revisions"
                      params={{ id: templateId }}
                      search={{ at: revision }}
                      aria-current={at === revision ? 'true' : undefined}
                      className="flex flex-col gap-0.5 px-4 py-2.5 text-sm hover:bg-hover aria-[current]:bg-selected"
                    >
                      <span className="font-medium">
                        {library.revision({ number: number(revision) })} · {library.values({ count: paramCount })}
                      </span>
                      <span className="text-xs text-quiet">
                        {library.replaced({ time: time(replacedOn), who: replacedBy })}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Panel>
      {at !== undefined && <Revision key={at} templateId={templateId} revision={at} />}
    </div>
  )
}

const Revision = ({ templateId, revision }: { templateId: number; revision: number }): ReactNode => {
  const { library } = useTexts()
  const { number } = useFormat()
  const isManager = useHasRole('manager')
  const then = useQuery(apiQuery('templateUse', 'revision', { templateId, revision }))
  const now = useQuery(apiQuery('templates', 'get', { templateId }))
  const change = useAction('templates', 'change', [['templates'], ['templateUse']], () => toast(library.wentBack))
  const goBack = (): void => {
    if (then.data === undefined) return
    const { revision: _number, ...fields } = then.data
    change.mutate({ templateId, ...fields })
  }
  return (
    <Panel
      title={library.difference({ number: number(revision) })}
      aside={
        isManager && (
          <ConfirmButton
            act={library.goBack}
            question={library.goBackQuestion({ number: number(revision) })}
            isBusy={change.isPending}
            onConfirm={goBack}
          />
        )
      }
    >
      <Loaded query={then}>
        {(old) => <Loaded query={now}>{(template) => <Changes old={old} template={template} />}</Loaded>}
      </Loaded>
    </Panel>
  )
}

interface ChangesProps {
  old: AnswerOf<'templateUse', 'revision'>
  template: AnswerOf<'templates', 'get'>
}

const Changes = ({ old, template }: ChangesProps): ReactNode => {
  const { library } = useTexts()
  const language = useLanguage()
  const changes = changesBetween(old.paramTemplates, template.paramTemplates, language)
  if (changes.length === 0) return <p className="px-4 pb-4 text-sm text-quiet">{library.sameRegisters}</p>
  return (
    <ul aria-label={library.difference({ number: String(old.revision) })} className="border-t border-line text-sm">
      {changes.map((change) => (
        <li
          key={JSON.stringify(change)}
          className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-2 last:border-b-0"
        >
          <span className="font-medium">{change.name}</span>
          <span className="font-mono text-xs text-quiet">{change.address}</span>
          <ChangeText change={change} />
        </li>
      ))}
    </ul>
  )
}

const ChangeText = ({ change }: { change: MapChange }): ReactNode => {
  const { library } = useTexts()
  if (change.kind === 'added') return <span>{library.added}</span>
  if (change.kind === 'removed') return <span className="text-quiet">{library.gone}</span>
  return (
    <span className="min-w-0 break-words">
      {library.fields[change.field]}: <span className="text-quiet">{change.before || library.nothing}</span> →{' '}
      <strong className="font-medium">{change.after || library.nothing}</strong>
    </span>
  )
}
