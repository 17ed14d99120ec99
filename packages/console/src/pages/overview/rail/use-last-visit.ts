import { useEffect } from 'react'
import { useOrg } from '../../../api/use-org.tsx'
import { serverNow } from '../../../state/server-time.ts'
import { useSession } from '../../../state/session.ts'
import { stored, useStored } from '../../../state/stored.ts'
import { readVisits, withVisit } from './visits.rules.ts'

const visits = stored('visits', readVisits)
const everyMs = 60_000

/** When this user last looked at the organization in this browser, before they came back; null at their first visit. */
export const useLastVisit = (): number | null => {
  const { orgId } = useOrg()
  const key = `${useSession()?.email ?? ''} ${orgId}`
  const found = useStored(visits)[key]
  useEffect(() => {
    const noteVisit = (): void => {
      if (document.visibilityState === 'visible') visits.set(withVisit(visits.get(), key, serverNow()))
    }
    noteVisit()
    const timer = setInterval(noteVisit, everyMs)
    document.addEventListener('visibilitychange', noteVisit)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', noteVisit)
    }
  }, [key])
  return found?.before ?? null
}
