import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasRole } from '../../data/api/use-org.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { BrowserPanel } from './browser-panel.tsx'
import { ControllerPanel } from './controller-panel.tsx'
import { RawPanel } from './raw-panel.tsx'
import { SearchPanel } from './search-panel.tsx'

/** What the devices of a network hold, register by register, and who is on its line. */
export const RegistersTab = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const isOperator = useHasRole('operator')
  if (!isOperator) return <NoPermission role="operator" />
  return (
    <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_24rem]">
      <BrowserPanel netId={netId} />
      <div className="flex min-w-0 flex-col gap-4">
        <SearchPanel netId={netId} />
        <RawPanel netId={netId} />
        <ControllerPanel netId={netId} />
      </div>
    </div>
  )
}
