import { useRouter } from '@tanstack/react-router'
import { confirmLeaving } from '../data/state/leaving.ts'
import { lastOrg } from '../data/state/preferences.ts'
import { pathInOtherOrg } from './switch-org.rules.ts'

/** Looks at another organization, from a page that it has too. */
export const useSwitchOrg = (): ((orgId: number) => void) => {
  const router = useRouter()
  const change = async (orgId: number): Promise<void> => {
    const { pathname } = router.state.location
    const to = pathInOtherOrg(pathname)
    if (!(await confirmLeaving())) return
    // First away from what is of the old one: a page about an object leads to the object's own organization.
    if (to !== pathname) await router.navigate({ to, ignoreBlocker: true })
    lastOrg.set(orgId)
  }
  return (orgId) => void change(orgId)
}
