import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import { useHasRole } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { TagFilter } from '../devices/tag-filter.tsx'
import { hasTag, useCards } from '../devices/use-cards.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { buttonClass } from '../ui/actions/button.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { sortOf, sortText } from '../ui/layout/columns.ts'
import { Page, Panel } from '../ui/layout/page.tsx'
import { Tab, Tabs } from '../ui/layout/tabs.tsx'
import { DevicesPanel } from './devices-panel.tsx'
import { FirstNet } from './first-net.tsx'
import { byHealth, type DeviceRow, healthOf } from './health.rules.ts'
import { NetsTable, useKeyFacts } from './nets-table.tsx'
import { type NetRow, useOverview } from './use-overview.ts'

/** All networks and all devices, each in a tab. */
export const NetsPage = (): ReactNode => {
  const { overview, shell } = useTexts()
  const { number } = useFormat()
  const mayAdd = useHasRole('manager')
  const { nets, rows } = useOverview()
  const isEmpty = nets.data?.length === 0
  const add = mayAdd && !isEmpty && (
    <Link to="/nets/new" className={buttonClass('primary')}>
      <Plus className="size-4" strokeWidth={1.75} aria-hidden="true" />
      {shell.newNet}
    </Link>
  )
  const lost = rows.filter(({ link }) => link?.connected === false && link.disabledOn === undefined).length
  const badge = lost > 0 && (
    <Badge tone="unknown">{overview.connectedOf({ some: number(rows.length - lost), all: number(rows.length) })}</Badge>
  )
  return (
    <Page title={shell.networks} badge={badge} actions={add}>
      <Loaded query={nets}>
        {(list) =>
          list.length === 0 ? (
            <FirstNet />
          ) : (
            <>
              <Tabs label={shell.networks}>
                <Tab to="/nets">{overview.networks}</Tab>
                <Tab to="/nets/devices">{overview.devices}</Tab>
              </Tabs>
              <Outlet />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

/** The tab of networks. */
export const NetsTab = (): ReactNode => {
  const { overview } = useTexts()
  const search = useSearch({ from: '/shell/lists/nets' })
  const { q = '', sort } = search
  const navigate = useNavigate()
  const { rows } = useOverview()
  const { tags, nets: cards } = useCards()
  const tagged = search.tag === undefined ? rows : rows.filter(({ net }) => hasTag(cards.get(net.id), search.tag))
  const facts = useKeyFacts(tagged)
  const field = (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label={overview.findNet}
        text={q}
        onText={(text) =>
          void navigate({ to: '/nets', search: { ...search, q: text === '' ? undefined : text }, replace: true })
        }
      />
      <TagFilter
        tags={tags}
        tag={search.tag}
        onTag={(tag) => void navigate({ to: '/nets', search: { ...search, tag }, replace: true })}
      />
    </div>
  )
  return (
    <Panel title={overview.networks} aside={field}>
      <NetsTable
        rows={tagged}
        facts={facts}
        text={q}
        sort={sortOf(sort)}
        onSort={(next) => void navigate({ to: '/nets', search: { ...search, sort: sortText(next) }, replace: true })}
      />
    </Panel>
  )
}

/** The tab of devices. */
export const DevicesTab = (): ReactNode => {
  const { rows } = useOverview()
  const devices = useDeviceRows(rows)
  return <DevicesPanel rows={devices} isKnown={rows.every(({ link }) => link !== undefined)} />
}

/** The rows of all devices. One whose device is the same object as before stays the same row, and is not drawn again. */
const useDeviceRows = (nets: readonly NetRow[]): readonly DeviceRow[] => {
  const rows = useRef(new Map<number, DeviceRow>())
  return useMemo(() => {
    const next = new Map<number, DeviceRow>()
    for (const { net, link } of nets) {
      for (const device of link?.devices ?? []) {
        const id = device.deviceId
        const old = rows.current.get(id)
        const isSame = old !== undefined && old.device === device && old.netName === net.name
        next.set(id, isSame ? old : { id, netId: net.id, netName: net.name, health: healthOf(device), device })
      }
    }
    rows.current = next
    return [...next.values()].toSorted(byHealth)
  }, [nets])
}
