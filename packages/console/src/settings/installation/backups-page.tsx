import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { bytesOf } from '../../data/format/bytes-text.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable } from '../../ui/layout/table.tsx'
import { InstallationFrame } from './installation-frame.tsx'
import { SettingField } from './setting-field.tsx'

type Backups = AnswerOf<'installation', 'backups'>
type BackupFile = Backups['files'][number]

const [busyMs, idleMs] = [1000, 30_000]
const changed = [['installation', 'backups']] as const

/** Backups of the whole installation: when the last one was made, whether it is whole, and how often. */
export const BackupsPage = (): ReactNode => (
  <InstallationFrame>
    <LoadedBackups />
  </InstallationFrame>
)

const LoadedBackups = (): ReactNode => {
  const backups = useQuery({
    ...apiQuery('installation', 'backups', {}),
    refetchInterval: ({ state: { data } }) => (data?.isRunning === true || data?.checking != null ? busyMs : idleMs),
  })
  return <Loaded query={backups}>{(found) => <BackupsView {...found} />}</Loaded>
}

const BackupsView = ({ isOn, isRunning, failing, files, checking }: Backups): ReactNode => {
  const { installation: texts } = useTexts()
  const make = useAction('installation', 'makeBackup', changed)
  const columns = useColumns(checking)
  if (!isOn)
    return (
      <div className="rounded-card border border-line bg-surface">
        <EmptyState icon={DatabaseBackup} title={texts.backupsOff} help={texts.backupsOffHelp} />
      </div>
    )
  return (
    <>
      {failing !== null && <Notice tone="critical">{texts.failing({ why: failing })}</Notice>}
      <Panel
        title={texts.tabs.backups}
        aside={
          <Button
            variant="primary"
            isChange
            isBusy={make.isPending}
            disabled={isRunning}
            onClick={() => make.mutate({})}
          >
            {isRunning ? texts.making : texts.backupNow}
          </Button>
        }
      >
        {files.length === 0 ? (
          <EmptyState icon={DatabaseBackup} title={texts.noBackup} />
        ) : (
          <DataTable label={texts.tabs.backups} rows={files} columns={columns} rowKey={({ name }) => name} rowPx={52} />
        )}
      </Panel>
      <Schedule />
    </>
  )
}

const useColumns = (checking: string | null): readonly Column<BackupFile>[] => {
  const { installation: texts, common } = useTexts()
  const { moment, number } = useFormat()
  const now = useNow()
  const check = useAction('installation', 'checkBackup', changed)
  const stateOf = ({ checkedOn, rows, problem }: BackupFile): ReactNode => {
    if (problem !== null) return <Badge tone="critical">{texts.damaged({ why: problem })}</Badge>
    if (checkedOn === null) return <span className="text-quiet">{texts.notChecked}</span>
    return texts.whole({ rows: number(rows ?? 0), when: moment(checkedOn, now) })
  }
  return [
    {
      id: 'made',
      title: texts.made,
      cell: ({ madeOn, name }) => (
        <span className="flex flex-col">
          <span className="font-medium">{moment(madeOn, now)}</span>
          <span className="truncate font-mono text-xs text-quiet" title={name}>
            {name}
          </span>
        </span>
      ),
    },
    {
      id: 'size',
      title: texts.size,
      align: 'right',
      share: 0.4,
      cell: ({ bytes }) => {
        const { value, unit } = bytesOf(bytes)
        return number(value, unit)
      },
    },
    { id: 'state', title: common.state, share: 1.2, phone: 'detail', cell: stateOf },
    {
      id: 'check',
      title: texts.check,
      isTitleHidden: true,
      align: 'right',
      share: 0.5,
      phone: 'action',
      cell: ({ name }) => (
        <Button
          aria-label={texts.checkOf({ name })}
          disabled={checking !== null}
          onClick={() => check.mutate({ name })}
        >
          {checking === name ? texts.checking : texts.check}
        </Button>
      ),
    },
  ]
}

const Schedule = (): ReactNode => {
  const { installation: texts } = useTexts()
  const settings = useQuery(apiQuery('installation', 'settings', {}))
  return (
    <Panel title={texts.schedule}>
      <Loaded query={settings}>
        {(found) => {
          const of = (name: string) => found.find((one) => one.name === name)
          const [every, keep] = [of('backup-every'), of('backup-keep')]
          return (
            <div className="grid max-w-3xl sm:grid-cols-2">
              {every && (
                <SettingField
                  key={every.value}
                  setting={every}
                  name="backup-every"
                  label={texts.every}
                  example="24h"
                  help={texts.everyHelp}
                />
              )}
              {keep && (
                <SettingField key={keep.value} setting={keep} name="backup-keep" label={texts.keep} example="14" />
              )}
            </div>
          )
        }}
      </Loaded>
    </Panel>
  )
}
