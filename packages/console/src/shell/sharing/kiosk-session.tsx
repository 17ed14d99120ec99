import { type ReactNode, useState } from 'react'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useSession } from '../../data/state/session.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NewLink, type SharedObject } from './new-link.tsx'

/**
 * On a wall display of a signed-in user: shows when the session ends, and offers a link, which does not expire with it.
 */
export const KioskSession = ({ object }: { object: SharedObject }): ReactNode => {
  const { sharing } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  const mayShare = useHasRole('manager')
  const expiresOn = useSession()?.expiresOn
  const [isHidden, setIsHidden] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  if (isHidden || expiresOn === undefined) return null
  return (
    <>
      <Notice>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0">
            {sharing.kioskEnds({ when: moment(expiresOn, now) })}{' '}
            {mayShare ? sharing.kioskByLink : sharing.kioskAskManager}
          </p>
          <div className="flex flex-wrap gap-2">
            {mayShare && <Button onClick={() => setIsOpen(true)}>{sharing.make}</Button>}
            <Button variant="quiet" onClick={() => setIsHidden(true)}>
              {sharing.hide}
            </Button>
          </div>
        </div>
      </Notice>
      <Dialog title={sharing.titles.dashboard} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <NewLink object={object} isForWall />
      </Dialog>
    </>
  )
}
