import { Link } from '@tanstack/react-router'
import { Network, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../../api/use-org.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { NetsPanel } from './nets-panel.tsx'
import { useOverview } from './use-overview.ts'

/** All networks, those that are not connected first. */
export const NetsPage = (): ReactNode => {
  const { overview, shell } = useTexts()
  const { number } = useFormat()
  const mayAdd = useMay('manager')
  const { nets, netRows } = useOverview()
  const add = mayAdd && (
    <Link to="/nets/new" className={buttonClass('primary')}>
      <Plus className="size-4" strokeWidth={1.75} aria-hidden="true" />
      {shell.newNet}
    </Link>
  )
  const lost = netRows.filter(({ status }) => status?.connected === false).length
  const badge = lost > 0 && (
    <Badge tone="unknown">{overview.connectedOf(number(netRows.length - lost), number(netRows.length))}</Badge>
  )
  const rank = ({ status }: (typeof netRows)[number]): number => (status?.connected === false ? 0 : 1)
  return (
    <Page title={shell.networks} badge={badge} actions={add}>
      <Loaded query={nets}>
        {(list) =>
          list.length === 0 ? (
            <Panel title={overview.networks}>
              <EmptyState icon={Network} title={overview.noNets} help={overview.noNetsHelp} />
            </Panel>
          ) : (
            <NetsPanel nets={netRows.toSorted((a, b) => rank(a) - rank(b) || a.net.name.localeCompare(b.net.name))} />
          )
        }
      </Loaded>
    </Page>
  )
}
