import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { useOrg } from '../../api/use-org.tsx'
import type { Vis } from '../../pictures/viewer/picture-values.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ShortName } from '../../ui/layout/short-name.tsx'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'

/** The ways between the pictures of a group; not there while it is the only one. */
export const PictureTabs = ({ vis }: { vis: Vis }): ReactNode => {
  const { pictures } = useTexts()
  const { orgId } = useOrg()
  const list = useQuery(ask('visualizations', 'overview', { orgId }))
  const group = list.data?.filter((one) => one.group === vis.group && one.kind === 'picture') ?? []
  if (vis.group === '' || group.length < 2) return null
  return (
    <Tabs label={pictures.groupTabs}>
      {group.map(({ id, name }) => (
        <Tab key={id} to="/pictures/$id" params={{ id }} search={id === vis.id ? true : {}}>
          <ShortName name={name} />
        </Tab>
      ))}
    </Tabs>
  )
}
