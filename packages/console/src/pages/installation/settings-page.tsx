import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable } from '../../ui/layout/table.tsx'
import { InstallationFrame } from './installation-frame.tsx'
import { SamplePanel } from './sample-panel.tsx'
import { SignInPanel } from './sign-in-panel.tsx'

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
