import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ShortName } from '../../ui/layout/short-name.tsx'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'
import { boardName } from './board-name.ts'

/** The ways between dashboards; not there while the default one is the only one. */
export const BoardTabs = (): ReactNode => {
  const { dashboards } = useTexts()
  const { orgId } = useOrg()
  const boards = useQuery(ask('boards', 'list', { orgId }))
  const others = boards.data?.filter(({ isDefault }) => !isDefault) ?? []
  const main = boards.data?.find(({ isDefault }) => isDefault)
  if (others.length === 0) return null
  return (
    <Tabs label={dashboards.title}>
      <Tab to="/dashboards">{main === undefined ? dashboards.main : boardName(main, dashboards.main)}</Tab>
      {others.map(({ id, name }) => (
        <Tab key={id} to="/dashboards/$id" params={{ id }}>
          <ShortName name={name} />
        </Tab>
      ))}
    </Tabs>
  )
}
