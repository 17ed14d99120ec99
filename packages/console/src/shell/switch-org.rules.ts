/** Pages that every organization has, the longest first. */
const pathsOfAll = ['/nets/new', '/overview', '/alerts', '/dashboards'] as const

/** Where one comes out in another organization: on the same page, where that is not about an object, or else on the list above it. */
export const pathInOtherOrg = (path: string): (typeof pathsOfAll)[number] =>
  pathsOfAll.find((one) => path === one || path.startsWith(`${one}/`)) ?? '/overview'
