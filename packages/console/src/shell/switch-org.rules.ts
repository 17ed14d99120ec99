/** Pages that every organization has and that are about no object, the longest first. */
const pathsOfAll = ['/nets/new', '/overview', '/nets', '/alerts', '/dashboards', '/pictures', '/contacts'] as const

/** Where one comes out in another organization: on the same page, or on the list above it, or on the overview. */
export const pathInOtherOrg = (path: string): (typeof pathsOfAll)[number] =>
  pathsOfAll.find((one) => path === one || (one !== '/nets' && path.startsWith(`${one}/`))) ?? '/overview'
