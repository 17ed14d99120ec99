import { useRouter } from '@tanstack/react-router'
import { confirmLeaving } from '../data/state/leaving.ts'
import { lastOrg } from '../data/state/preferences.ts'

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

/** Pages that every organization has and that are about no object, the longest first. */
const pathsOfAll = ['/nets/new', '/overview', '/nets', '/alerts', '/dashboards', '/pictures', '/contacts'] as const

/** Returns the page to open in another organization: the same page, the list above it, or the overview. */
export const pathInOtherOrg = (path: string): (typeof pathsOfAll)[number] =>
  pathsOfAll.find((one) => path === one || (one !== '/nets' && path.startsWith(`${one}/`))) ?? '/overview'
