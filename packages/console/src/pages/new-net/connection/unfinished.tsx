import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../../../api/ask.ts'
import { useOrg } from '../../../api/use-org.tsx'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { buttonClass } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { emptyNets } from '../draft/draft.rules.ts'

/** More are found on the overview. */
const offeredMax = 5

/** Networks that were left without devices, with links to go on with them. */
export const Unfinished = (): ReactNode => {
  const { newNet } = useTexts()
  const { orgId } = useOrg()
  const tree = useQuery(ask('nets', 'tree', { orgId }))
  const nets = tree.data === undefined ? [] : emptyNets(tree.data)
  if (nets.length === 0) return null
  return (
    <Notice>
      <p className="font-semibold">{newNet.unfinished}</p>
      <p>{newNet.unfinishedHelp}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {nets.slice(0, offeredMax).map(({ id, name }) => (
          <li key={id} className="max-w-full">
            <Link to="/nets/new" search={{ net: id }} className={`${buttonClass()} max-w-full`}>
              <span className="truncate">{newNet.goOnWith(name)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
