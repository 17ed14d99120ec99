/** Object of a page. */
export interface PageSubject {
  kind: 'net' | 'device' | 'param' | 'alert' | 'dashboard' | 'picture' | 'template'
  /** 0 for one that is being made. */
  id: number
}

const kinds: Readonly<Record<string, PageSubject['kind']>> = {
  nets: 'net',
  devices: 'device',
  params: 'param',
  alerts: 'alert',
  dashboards: 'dashboard',
  pictures: 'picture',
  library: 'template',
}

/** Returns the object of an address; null for other pages. */
export const subjectOf = (pathname: string): PageSubject | null => {
  // Its tabs have addresses below its own.
  const [, list = '', id = ''] =
    /^\/([a-z]+)\/(?:templates\/)?(new|symbols|suggest|[1-9]\d*)(?:\/[a-z-]+)?$/.exec(pathname) ?? []
  const kind = kinds[list]
  return kind === undefined ? null : { kind, id: /^\d/.test(id) ? Number(id) : 0 }
}
