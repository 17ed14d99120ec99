import { useQuery } from '@tanstack/react-query'
import { useMatchRoute, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { Choice } from '../ui/forms/fields.tsx'
import { ShortName } from '../ui/layout/short-name.tsx'
import { Tab, Tabs } from '../ui/layout/tabs.tsx'

/** Beyond this number the current tab could be far off screen. */
const tabsMax = 12

type BoardName = readonly [id: number, name: string]

/** The ways between dashboards; not there while the default one is the only one. */
export const BoardTabs = (): ReactNode => {
  const { dashboards } = useTexts()
  const { orgId } = useOrg()
  const boards = useQuery(apiQuery('boards', 'list', { orgId }))
  const main = boards.data?.find(({ isDefault }) => isDefault)
  const others = boards.data?.filter(({ isDefault }) => !isDefault).map(({ id, name }): BoardName => [id, name]) ?? []
  if (others.length === 0) return null
  const mainName = main === undefined ? dashboards.main : boardName(main, dashboards.main)
  if (others.length > tabsMax) return <BoardList main={mainName} others={others} />
  return (
    <Tabs label={dashboards.title}>
      <Tab to="/dashboards">{mainName}</Tab>
      {others.map(([id, name]) => (
        <Tab key={id} to="/dashboards/$id" params={{ id }}>
          <ShortName name={name} />
        </Tab>
      ))}
    </Tabs>
  )
}

const BoardList = ({ main, others }: { main: string; others: readonly BoardName[] }): ReactNode => {
  const { dashboards } = useTexts()
  const navigate = useNavigate()
  const shown = useMatchRoute()({ to: '/dashboards/$id' })
  const go = (id: number): void =>
    void (id === 0 ? navigate({ to: '/dashboards' }) : navigate({ to: '/dashboards/$id', params: { id } }))
  return (
    <div className="max-w-100 print:hidden">
      <Choice
        label={dashboards.title}
        value={shown === false ? 0 : shown.id}
        options={[[0, main], ...others]}
        onChange={go}
        isLabelHidden
      />
    </div>
  )
}

/** The service's name for the default dashboard while it has no other. */
const unnamed = 'Dashboard'

/** The name of a board; of the default one, if it has none, in the user's language. */
export const boardName = ({ name, isDefault }: { name: string; isDefault: boolean }, usual: string): string =>
  isDefault && name === unnamed ? usual : name
