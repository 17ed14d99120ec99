import { saveFile } from '@busbar/ui'
import { textFor } from '@busbar/ui/messages'
import { type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { readBlob, readText, writeFile } from '../api/files.ts'
import { isSame, problemOf, type Schema } from '../format/setting.rules.ts'
import { hrefOf, useAddress } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Failure, Labelled, Notice, Waiting } from '../ui/parts.tsx'
import { BrokerCard } from './broker-card.tsx'
import { LiveRs485Notice, PortCard } from './port-card.tsx'
import { RebootButton } from './reboot-button.tsx'
import { SettingFields } from './setting-fields.tsx'

type SettingValues = Readonly<Record<string, unknown>>

const groups = {
  serial: ['serial', 'rs485', 'ownSrv', 'rmSrv'],
  cloud: ['cbCloud', 'wgCloud', 'wgManual'],
  network: ['ethernet', 'gsm', 'fwd', 'httpd', 'download'],
  clock: ['timeGmt', 'tsMode', 'tsManual', 'ntp', 'astro'],
} as const
/** Settings that no other group lists are in the group of the box. */
const grouped: ReadonlySet<string> = new Set(Object.values(groups).flat())
const others = ['box', 'port', 'mqtt', 'transfer'] as const
type Group = keyof typeof groups | (typeof others)[number]
const allGroups: readonly Group[] = [...(Object.keys(groups) as (keyof typeof groups)[]), ...others]

const readAll = async () => {
  const [schema, active, saved] = await Promise.all([
    call('settings.schema'),
    call('settings.active', { keys: [] }),
    call('settings.saved', { keys: [] }),
  ])
  return { schema: schema.settings, active: active as SettingValues, saved: saved as SettingValues }
}

/** Settings by group: checked while typing, sent together, only what changed. */
export const SettingsPage = (): ReactNode => {
  const texts = useTexts()
  const { settings, settingGroups } = texts
  const { query } = useAddress()
  const { data, error, again } = usePoll(readAll, null)
  const [typed, setTyped] = useState<SettingValues>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isSaved, setIsSaved] = useState(false)
  const group = allGroups.find((one) => one === query.get('group')) ?? 'serial'
  if (data === undefined) return <main>{error === null ? <Waiting /> : <Failure error={error} />}</main>
  const listed: readonly string[] = group in groups ? groups[group as keyof typeof groups] : []
  const described =
    group === 'box'
      ? data.schema.filter(({ key }) => !grouped.has(key))
      : listed.flatMap((key) => data.schema.filter((one) => one.key === key))
  const changed = data.schema.filter(({ key }) => key in typed && !isSame(typed[key], data.saved[key]))
  const mistakes = changed.filter(
    ({ key, schema, secrets }) => problemOf(schema as Schema, typed[key], texts, secrets) !== null,
  ).length
  const waiting = data.schema.filter(({ key }) => !isSame(data.saved[key], data.active[key]))
  const save = async (): Promise<void> => {
    setFailure(null)
    try {
      await call('settings.set', Object.fromEntries(changed.map(({ key }) => [key, typed[key]])))
      setTyped({})
      setIsSaved(true)
      again()
    } catch (problem) {
      setFailure(problem)
    }
  }
  const isNow = changed.every(({ applies }) => applies === 'now')
  return (
    <main className="columns">
      <nav className="card w4 stack" aria-label={settings.groups}>
        {allGroups.map((one) => (
          <a key={one} href={hrefOf('settings', { group: one })} aria-current={one === group ? 'true' : undefined}>
            {one === group ? <b>{settingGroups[one]}</b> : settingGroups[one]}
          </a>
        ))}
      </nav>
      <div className="w8 stack">
        {waiting.length > 0 && (
          <Notice tone="warning">
            <span className="grow">
              <b>{settings.waiting}</b> {waiting.map(({ key }) => textFor(settings.keys, key)).join(', ')}
            </span>
            <RebootButton />
          </Notice>
        )}
        {isSaved && changed.length === 0 && <Notice>{settings.saved}</Notice>}
        {described.map(({ key, applies, schema, secrets, initial }) => (
          <Card key={key} title={textFor(settings.keys, key)} aside={<span className="mono">{key}</span>}>
            <SettingFields
              settingKey={key}
              applies={applies}
              schema={schema as Schema}
              secrets={secrets}
              value={key in typed ? typed[key] : data.saved[key]}
              active={data.active[key]}
              saved={data.saved[key]}
              initial={initial}
              onChange={(value) => {
                setIsSaved(false)
                setTyped((was) => ({ ...was, [key]: value }))
              }}
            />
            {key === 'rs485' && <LiveRs485Notice />}
          </Card>
        ))}
        {group === 'port' && <PortCard />}
        {group === 'mqtt' && <BrokerCard />}
        {group === 'transfer' && <TransferCard saved={data.saved} onChanged={again} />}
        <Failure error={failure} />
        {changed.length > 0 && (
          <div className="savebar" role="status">
            <span className="grow">
              <b>{settings.changes({ count: changed.length })}</b> {isNow ? settings.countNow : settings.countLater}{' '}
              {mistakes > 0 && <span className="said-critical">{settings.mistakes({ count: mistakes })}</span>}
            </span>
            <Button onClick={() => setTyped({})}>{settings.discard}</Button>
            <Button kind="primary" disabled={mistakes > 0} onClick={() => void save()}>
              {settings.save}
            </Button>
          </div>
        )}
      </div>
    </main>
  )
}

const fileName = 'SETTINGS.TXT'

interface SettingChange {
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

/** Field by field, what an import would change. Secrets are sealed, and not compared. */
const changesOf = (saved: SettingValues, imported: SettingValues): SettingChange[] =>
  Object.entries(imported).flatMap(([key, value]): SettingChange[] => {
    const had = saved[key]
    if (had === undefined || isSame(had, value)) return []
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject) return [{ path: key, from: had, to: value }]
    return Object.entries(value as SettingValues)
      .filter(([name, one]) => (had as SettingValues)[name] !== undefined && !isSame((had as SettingValues)[name], one))
      .map(([name, one]) => ({ path: `${key}.${name}`, from: (had as SettingValues)[name], to: one }))
  })

/** Settings as a file, out and in: what would change is shown first. */
const TransferCard = ({ saved, onChanged }: { saved: SettingValues; onChanged: () => void }): ReactNode => {
  const { transfer } = useTexts()
  const [changes, setChanges] = useState<SettingChange[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [done, setDone] = useState<string | null>(null)
  const attempt = (act: () => Promise<void>): void => {
    setError(null)
    setDone(null)
    void act().catch(setError)
  }
  const download = async (): Promise<void> => {
    await call('settings.export', { filename: fileName })
    saveFile(await readBlob(fileName), fileName)
    setDone(transfer.exported)
  }
  const readFile = async (file: File): Promise<void> => {
    const text = await file.text()
    await writeFile(`/${fileName}`, new TextEncoder().encode(text))
    const { settings } = JSON.parse(await readText(fileName)) as { settings?: SettingValues }
    setChanges(changesOf(saved, settings ?? {}))
  }
  const load = async (): Promise<void> => {
    await call('settings.import', { filename: fileName })
    setChanges(null)
    setDone(transfer.imported)
    onChanged()
  }
  return (
    <Card title={transfer.title}>
      <div className="stack">
        <p className="quiet">{transfer.about}</p>
        <Button onClick={() => attempt(download)}>{transfer.download}</Button>
        <Labelled label={transfer.upload}>
          {(id) => (
            <input
              id={id}
              className="field"
              type="file"
              onChange={({ target: { files } }) => {
                const [file] = files ?? []
                if (file !== undefined) attempt(() => readFile(file))
              }}
            />
          )}
        </Labelled>
        {changes !== null && (
          <>
            <h3>{transfer.wouldChange}</h3>
            {changes.length === 0 && <p className="quiet">{transfer.nothing}</p>}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
            <section className="scroll" tabIndex={0} aria-label={transfer.wouldChange}>
              <table>
                <tbody>
                  {changes.map(({ path, from, to }) => (
                    <tr key={path}>
                      <td className="mono">{path}</td>
                      <td>{JSON.stringify(from)}</td>
                      <td>→</td>
                      <td>
                        <b>{JSON.stringify(to)}</b>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            <Button kind="primary" disabled={changes.length === 0} onClick={() => attempt(load)}>
              {transfer.load}
            </Button>
          </>
        )}
        {done !== null && <Notice>{done}</Notice>}
        <Failure error={error} />
      </div>
    </Card>
  )
}
