import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable } from '../../ui/layout/table.tsx'

type Provider = AnswerOf<'installation', 'signIn'>['providers'][number]
type Rule = Provider['rules'][number]

/** By which providers people sign in: as a flag has them, and changed there. */
export const SignInPanel = (): ReactNode => {
  const { installation: texts } = useTexts()
  const { data } = useQuery(apiQuery('installation', 'signIn', {}))
  if (data === undefined) return null
  return (
    <Panel title={texts.signIn}>
      <p className="max-w-3xl px-4 pb-3 text-sm text-quiet">
        {data.providers.length === 0 ? texts.noProviders : texts.redirectHelp}
      </p>
      {data.providers.length > 0 && <p className="px-4 pb-4 font-mono text-xs break-all">{data.redirectUri}</p>}
      {data.providers.map((provider) => (
        <ProviderView key={provider.id} provider={provider} />
      ))}
    </Panel>
  )
}

const ProviderView = ({ provider }: { provider: Provider }): ReactNode => {
  const { installation: texts, shell } = useTexts()
  const { name, issuer, clientId, hasSecret, scopes, groupsClaim, linkByEmail, createUsers, endSession } = provider
  const yesNo = (is: boolean): string => (is ? texts.yes : texts.no)
  const facts: readonly (readonly [string, string])[] = [
    [texts.issuer, issuer],
    [texts.clientId, `${clientId} · ${hasSecret ? texts.withSecret : texts.withoutSecret}`],
    [texts.scopes, scopes],
    [texts.groupsClaim, groupsClaim],
    [texts.linkByEmail, yesNo(linkByEmail)],
    [texts.createUsers, yesNo(createUsers)],
    [texts.endSession, yesNo(endSession)],
  ]
  const columns: readonly Column<Rule>[] = [
    { id: 'group', title: texts.group, cell: ({ group }) => <span className="break-words">{group}</span> },
    {
      id: 'org',
      title: texts.organization,
      cell: ({ orgId, orgName }) =>
        orgName ?? <span className="text-critical-text">{texts.noSuchOrg({ id: String(orgId) })}</span>,
    },
    { id: 'role', title: texts.role, cell: ({ role }) => shell.roles[role] },
  ]
  return (
    <section aria-label={name} className="border-t border-line">
      <h3 className="px-4 pt-3 pb-2 font-medium">{name}</h3>
      {provider.problem !== null && (
        <div className="px-4 pb-3">
          <Notice tone="critical">{texts.providerFails({ why: provider.problem })}</Notice>
        </div>
      )}
      <dl className="grid gap-x-6 gap-y-1 px-4 pb-4 text-sm sm:grid-cols-[auto_1fr]">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-quiet max-sm:pt-2">{term}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {provider.rules.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-quiet">{texts.noRules}</p>
      ) : (
        <DataTable
          label={texts.rulesOf({ name })}
          rows={provider.rules}
          columns={columns}
          rowKey={({ group, orgId, role }) => `${group} ${orgId} ${role}`}
        />
      )}
    </section>
  )
}
