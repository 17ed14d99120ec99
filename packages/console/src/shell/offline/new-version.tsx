import { useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isUnsaved } from '../../data/state/leaving.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'

/** Returns true if a newer console is available. */
const useIsNewVersion = (): boolean => {
  const [isNew, setIsNew] = useState(false)
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    // The first worker of a browser replaces none.
    if (serviceWorker.controller === null) return
    const note = (): void => setIsNew(true)
    serviceWorker.addEventListener('controllerchange', note)
    return () => serviceWorker.removeEventListener('controllerchange', note)
  }, [])
  return isNew
}

/** Says quietly that there is a newer console; the next page that is opened is of it. */
export const NewVersion = (): ReactNode => {
  const { offline } = useTexts()
  const router = useRouter()
  const isNew = useIsNewVersion()
  useEffect(() => {
    if (!isNew) return
    return router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (pathChanged && !isUnsaved()) window.location.assign(toLocation.href)
    })
  }, [isNew, router])
  if (!isNew) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 text-xs text-quiet">
      <span className="max-md:sr-only">{offline.newVersion}</span>
      <Button icon={RotateCw} variant="quiet" onClick={() => window.location.reload()}>
        {offline.reload}
      </Button>
    </div>
  )
}
