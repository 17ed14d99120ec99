import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { lastOrg } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable } from '../../ui/layout/table.tsx'
import { InstallationFrame } from './installation-frame.tsx'

const changed = [
  ['installation', 'sample'],
  ['sessions', 'userOrgs'],
] as const

/** The sample organization is added and removed; nothing where the service has no simulated sites. */
const SamplePanel = (): ReactNode => {
  const { firstSteps: texts } = useTexts()
  const { orgId: current } = useOrg()
  const sample = useQuery(apiQuery('installation', 'sample', {}))
  const add = useAction('installation', 'addSample', changed, () => toast(texts.added))
  const isCurrent = current === sample.data?.orgId
  const remove = useAction('installation', 'removeSample', changed, () =>
    isCurrent ? lastOrg.set(0) : toast(texts.removed),
  )
  if (sample.data?.isAvailable !== true) return null
  const { orgId } = sample.data
  return (
    <Panel title={texts.sample}>
      <div className="flex flex-col items-start gap-3 px-4 pb-4 text-sm">
        <p className="text-quiet">{texts.sampleHelp}</p>
        {orgId === null ? (
          <Button isChange isBusy={add.isPending} onClick={() => add.mutate({})}>
            {texts.addSample}
          </Button>
        ) : (
          <ConfirmButton
            act={texts.removeSample}
            question={texts.removeQuestion}
            variant="danger"
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate({})}
          />
        )}
      </div>
    </Panel>
  )
}

type Setting = AnswerOf<'installation', 'settings'>[number]

/** Every setting with what decides it. What a flag says at the start is shown, and changed there. */
export const SettingsPage = (): ReactNode => (
  <InstallationFrame>
    <LoadedSettings />
  </InstallationFrame>
)

const LoadedSettings = (): ReactNode => {
  const settings = useQuery(apiQuery('installation', 'settings', {}))
  return <Loaded query={settings}>{(found) => <SettingsView settings={found} />}</Loaded>
}

const listed = (text: string): string => text.split(',').join(', ')

const SettingsView = ({ settings }: { settings: readonly Setting[] }): ReactNode => {
  const { installation: texts, common } = useTexts()
  const valueOf = (name: string): string => settings.find((one) => one.name === name)?.value ?? ''
  const shown = ({ isSecret, hint, value }: Setting): ReactNode => {
    if (isSecret) return hint === null ? '—' : <span className="text-quiet">{hint === '' ? texts.secret : hint}</span>
    return value === null || value === '' ? '—' : value
  }
  const columns: readonly Column<Setting>[] = [
    {
      id: 'name',
      title: texts.setting,
      cell: ({ name }) => <code className="font-mono text-xs break-words">--{name}</code>,
    },
    {
      id: 'value',
      title: common.value,
      share: 1.6,
      phone: 'detail',
      cell: (setting) => <span className="break-words">{shown(setting)}</span>,
    },
    { id: 'source', title: texts.decidedBy, phone: 'detail', cell: ({ source }) => texts.sources[source] },
  ]
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={texts.allowed}>
          <p className="px-4 pb-4 text-sm break-words">{listed(valueOf('raw-allow')) || texts.onlyPublic}</p>
        </Panel>
        <Panel title={texts.proxies}>
          <p className="px-4 pb-4 text-sm break-words">{listed(valueOf('trust-proxy')) || common.none}</p>
        </Panel>
      </div>
      <SignInPanel />
      <SamplePanel />
      <Panel title={texts.allSettings}>
        <DataTable label={texts.allSettings} rows={settings} columns={columns} rowKey={({ name }) => name} />
      </Panel>
    </>
  )
}

type Provider = AnswerOf<'installation', 'signIn'>['providers'][number]
type Rule = Provider['rules'][number]

/** Identity providers for sign-in, configured on the command line. */
const SignInPanel = (): ReactNode => {
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
