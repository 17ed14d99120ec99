import { MonitorUp, Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NewLink, type SharedObject } from './new-link.tsx'
import { LinkFacts, RevokeButton, type ShareLink, useShareLinks } from './share-links.tsx'

export interface ShareButtonProps {
  object: SharedObject
  /** Shows it on this screen as on a wall, where that is of use. */
  onKiosk?: () => void
}

/** Shares an object with people who have no account; for those who may. */
export const ShareButton = ({ object, onKiosk }: ShareButtonProps): ReactNode => {
  const { sharing } = useTexts()
  const mayShare = useHasRole('manager')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayShare) return null
  return (
    <>
      <Button icon={Share2} onClick={() => setIsOpen(true)}>
        {sharing.share}
      </Button>
      <Dialog title={sharing.titles[object.kind]} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <div className="flex flex-col gap-4">
          <p className="text-quiet">{sharing.helps[object.kind]}</p>
          <NewLink object={object} />
          <LinksTo object={object} />
          {onKiosk !== undefined && (
            <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
              <p className="text-quiet">{sharing.kioskHelp}</p>
              <Button icon={MonitorUp} onClick={onKiosk}>
                {sharing.showKiosk}
              </Button>
            </div>
          )}
        </div>
      </Dialog>
    </>
  )
}

/** The default board has an id only once it was shared or changed. */
const isTo = ({ object: linked }: ShareLink, object: SharedObject): boolean => {
  if (object.kind === 'report') return linked.kind === 'report' && linked.reportId === object.reportId
  if (object.kind === 'picture') return linked.kind === 'picture' && linked.visId === object.visId
  if (linked.kind !== 'dashboard') return false
  return object.dashboardId === undefined ? linked.isDefault : linked.dashboardId === object.dashboardId
}

const LinksTo = ({ object }: { object: SharedObject }): ReactNode => {
  const { sharing } = useTexts()
  const links = useShareLinks()
  return (
    <section aria-label={sharing.linksTo[object.kind]} className="flex flex-col gap-1 border-t border-line pt-3">
      <h3 className="text-sm font-medium">{sharing.linksTo[object.kind]}</h3>
      <Loaded query={links}>
        {(all) => {
          const own = all.filter((link) => isTo(link, object))
          if (own.length === 0) return <p className="text-quiet">{sharing.none}</p>
          return (
            <ul className="flex flex-col">
              {own.map((link) => (
                <li
                  key={link.id}
                  className="flex items-center justify-between gap-3 border-b border-line py-2 last:border-b-0"
                >
                  <div className="min-w-0">
                    <p className="font-medium break-words">
                      {link.name}
                      {link.isKiosk && <span className="font-normal text-quiet"> · {sharing.kiosk}</span>}
                    </p>
                    <LinkFacts link={link} />
                  </div>
                  <RevokeButton link={link} />
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}
