import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable, RowLink } from '../../ui/layout/table.tsx'
import {
  RevokeButton,
  type ShareLink,
  useCreatorText,
  useExpiryText,
  useOpeningsText,
  useShareLinks,
} from './share-links.tsx'

const rowPx = 64

/** Every share link of the organization. */
export const ShareLinksPage = (): ReactNode => {
  const { sharing } = useTexts()
  const links = useShareLinks()
  const columns = useColumns()
  return (
    <Page title={sharing.pageTitle}>
      <Loaded query={links}>
        {(all) => (
          <Panel title={sharing.all}>
            {all.length === 0 ? (
              <EmptyState icon={Share2} title={sharing.none} help={sharing.noneHelp} />
            ) : (
              <DataTable label={sharing.all} rows={all} columns={columns} rowKey={({ id }) => id} rowPx={rowPx} />
            )}
          </Panel>
        )}
      </Loaded>
    </Page>
  )
}

const useColumns = (): readonly Column<ShareLink>[] => {
  const { sharing, common, dashboards } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  const openingsOf = useOpeningsText()
  const makerOf = useCreatorText()
  const endOf = useExpiryText()
  return [
    {
      id: 'name',
      title: common.name,
      share: 1.4,
      cell: (link) => (
        <>
          <p className="truncate font-medium" title={link.name}>
            {link.name}
            {link.isKiosk && <span className="font-normal text-quiet"> · {sharing.kiosk}</span>}
          </p>
          <p className="truncate text-xs text-quiet">{makerOf(link, now)}</p>
          <p className="text-xs text-quiet md:hidden">{endOf(link)}</p>
        </>
      ),
    },
    {
      id: 'dashboard',
      title: sharing.object,
      from: 'tablet',
      cell: ({ object }) => {
        if (object.kind === 'report') return <RowLink href={`/reports/${object.reportId}`}>{object.name}</RowLink>
        if (object.kind === 'picture') return <RowLink href={`/pictures/${object.visId}`}>{object.name}</RowLink>
        const { dashboardId, isDefault, name } = object
        return (
          <RowLink href={isDefault ? '/dashboards' : `/dashboards/${dashboardId}`}>
            {isDefault ? dashboards.main : name}
          </RowLink>
        )
      },
    },
    {
      id: 'ends',
      title: sharing.ends,
      from: 'tablet',
      cell: ({ expiresOn }) => {
        const isOver = Date.parse(expiresOn) <= now
        const text = moment(expiresOn, now)
        return <span className={isOver ? 'text-quiet' : ''}>{isOver ? sharing.endedOn({ when: text }) : text}</span>
      },
    },
    {
      id: 'used',
      title: sharing.lastUsed,
      from: 'tablet',
      cell: ({ lastUsedOn }) => (lastUsedOn === undefined ? common.never : <Ago iso={lastUsedOn} />),
    },
    {
      id: 'opened',
      title: sharing.opened,
      from: 'desktop',
      cell: (link) => (link.openings === 0 ? '—' : openingsOf(link)),
    },
    {
      id: 'revoke',
      title: sharing.revoke,
      align: 'right',
      cell: (link) => <RevokeButton link={link} />,
    },
  ]
}
