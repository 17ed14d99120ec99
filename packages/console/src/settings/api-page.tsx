import type { OpenApiDocument } from '@busbar/wire'
import { canBeTried, type Group, groupsOf } from '@busbar/wire/tried'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../data/api/api-error.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Choice } from '../ui/forms/fields.tsx'
import { Page } from '../ui/layout/page.tsx'
import { OperationForm } from './operation-form.tsx'

/** The document of the service says all that there is to ask; here each of it can be tried, as who is signed in. */
export const ApiPage = (): ReactNode => {
  const { tryRequest: texts } = useTexts()
  const document = useQuery({ queryKey: ['api document'], queryFn: loadDocument, staleTime: Infinity })
  const reference = (
    <a
      href="/api/v1/docs"
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-8 items-center gap-1.5 text-sm text-accent hover:underline"
    >
      <BookOpen className="size-4" strokeWidth={1.75} aria-hidden="true" />
      {texts.reference}
    </a>
  )
  return (
    <Page title={texts.title} facts={texts.help} actions={reference}>
      <Loaded query={document}>
        {(loaded) => (
          <Operations
            groups={triedGroups(groupsOf(loaded))}
            prefix={new URL(loaded.servers[0]?.url ?? '', location.href).pathname}
          />
        )}
      </Loaded>
    </Page>
  )
}

const triedGroups = (groups: readonly Group[]): Group[] =>
  groups.map(({ all, ...group }) => ({ ...group, all: all.filter(canBeTried) })).filter(({ all }) => all.length > 0)

const Operations = ({ groups, prefix }: { groups: readonly Group[]; prefix: string }): ReactNode => {
  const { tryRequest: texts } = useTexts()
  const { operation: wanted } = useSearch({ from: '/shell/settings-frame/settings/api' })
  const navigate = useNavigate()
  const go = (operation: string): void => void navigate({ to: '/settings/api', search: { operation }, replace: true })
  const group = groups.find(({ all }) => all.some(({ operation }) => operation.operationId === wanted)) ?? groups[0]
  const entry = group?.all.find(({ operation }) => operation.operationId === wanted) ?? group?.all[0]
  if (group === undefined || entry === undefined) return null
  return (
    <>
      <div className="grid gap-3 md:grid-cols-[14rem_minmax(0,1fr)]">
        <Choice
          label={texts.group}
          value={group.name}
          options={groups.map(({ name }) => [name, name] as const)}
          onChange={(name) => go(groups.find((one) => one.name === name)?.all[0]?.operation.operationId ?? '')}
        />
        <Choice
          label={texts.operation}
          value={entry.operation.operationId}
          options={group.all.map(
            ({ method, path, operation }) =>
              [operation.operationId, `${operation.summary} — ${method} ${path}`] as const,
          )}
          onChange={go}
        />
      </div>
      <OperationForm key={entry.operation.operationId} entry={entry} prefix={prefix} />
    </>
  )
}

/** Loads the OpenAPI document, which is the same for all users. */
const loadDocument = async (): Promise<OpenApiDocument> => {
  const response = await fetch('/api/v1/openapi.json')
  if (!response.ok) throw new ApiError({ code: 'Unreadable', message: '', status: response.status })
  return (await response.json()) as OpenApiDocument
}
