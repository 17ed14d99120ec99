import { useEffect } from 'react'
import { useOrg } from '../../../api/use-org.tsx'
import { useSession } from '../../../state/session.ts'
import { stored, useStored } from '../../../state/stored.ts'
import { readVisits, withLook } from './visits.rules.ts'

const visits = stored('visits', readVisits)
const everyMs = 60_000

/** When this user last looked at the organization in this browser, before they came back; null at their first visit. */
export const useLastVisit = (): number | null => {
  const { orgId } = useOrg()
  const key = `${useSession()?.email ?? ''} ${orgId}`
  const found = useStored(visits)[key]
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') visits.set(withLook(visits.get(), key, Date.now()))
    }
    look()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [key])
  return found?.before ?? null
}
