interface SharedDashboard {
  kind: 'dashboard'
  id: number
  /** The selected device, for a dashboard that shows any device of a template. */
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

/** An object that a link can share. */
export type SharedObject = SharedDashboard | SharedPicture | SharedReport

/** Everything that an object shows at present, which a link to it opens too. */
export interface SharedContents {
  paramIds: ReadonlySet<number>
  /** Devices of these parameters and devices that are shown themselves. */
  deviceIds: ReadonlySet<number>
  alertIds: ReadonlySet<number>
  visIds: ReadonlySet<number>
}

export type ContentsOf = (orgId: number, object: SharedObject) => Promise<SharedContents>

/** A share link and what it opens. */
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
