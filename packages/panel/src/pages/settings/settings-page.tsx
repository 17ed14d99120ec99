import { textFor } from '@busbar/ui/messages'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/api.ts'
import { isSame, problemOf, type Schema } from '../../format/setting.rules.ts'
import { hrefOf, useAddress } from '../../state/place.ts'
import { usePoll } from '../../state/poll.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, Card, Failure, Notice, Waiting } from '../../ui/parts.tsx'
import { RebootButton } from '../system/reboot-button.tsx'
import { BrokerCard } from './broker-card.tsx'
import { PortCard } from './port-card.tsx'
import { LiveRs485Notice } from './rs485-notice.tsx'
import { SettingFields } from './setting-fields.tsx'
import { TransferCard } from './transfer-card.tsx'

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
