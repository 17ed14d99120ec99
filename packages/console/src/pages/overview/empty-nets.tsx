import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { NetRow } from './use-overview.ts'

/** More are found in the list of networks. */
const shownMax = 3

/** Networks from which nothing can be read yet, with the way to change that. */
export const EmptyNets = ({ nets }: { nets: readonly NetRow[] }): ReactNode => {
  const { overview } = useTexts()
  const mayAdd = useMay('manager')
  const empty = nets.filter(({ link }) => link?.devices.length === 0)
  return empty.slice(0, shownMax).map(({ net: { id, name } }) => (
    <Notice key={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 break-words">{overview.empty(name)}</p>
        {mayAdd && (
          <Link to="/nets/new" search={{ net: id }} className={buttonClass()}>
            {overview.addDevices}
          </Link>
        )}
      </div>
    </Notice>
  ))
}
