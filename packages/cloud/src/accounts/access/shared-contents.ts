interface SharedDashboard {
  kind: 'dashboard'
  id: number
  /** Of a dashboard for any device of a template: the one that is shown. */
  deviceId: number | null
}

interface SharedPicture {
  kind: 'picture'
  id: number
}

interface SharedReport {
  kind: 'report'
  id: string
}

/** What can be shared by a link. */
export type SharedObject = SharedDashboard | SharedPicture | SharedReport

/** What an object shows, as it is now: all that a link to it opens besides the object itself. */
export interface SharedContents {
  paramIds: ReadonlySet<number>
  /** Of these parameters, and those that are shown themselves. */
  deviceIds: ReadonlySet<number>
  alertIds: ReadonlySet<number>
  visIds: ReadonlySet<number>
}

export type ContentsOf = (orgId: number, object: SharedObject) => Promise<SharedContents>

/** Who comes by a link, and what it opens. */
export interface SharedAccess {
  link: ShareLink
  contents: SharedContents
}

export interface ShareLink {
  id: number
  orgId: number
  object: SharedObject
  isKiosk: boolean
  expiresOn: Date
}
