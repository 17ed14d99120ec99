import { endpoints } from '@busbar/wire'
import type { Role } from './roles.ts'

/** Things that belong to an organization, each with the path variable that names one. */
export const objectVariables = {
  org: 'orgId',
  net: 'netId',
  device: 'deviceId',
  param: 'paramId',
  alert: 'alertId',
  contact: 'contactId',
  contactGroup: 'groupId',
  policy: 'policyId',
  dashboard: 'dashboardId',
  vis: 'visId',
  report: 'reportId',
  reportBranch: 'branchId',
  tree: 'treeId',
  treeBranch: 'branchId',
  sensor: 'sensorId',
} as const
export type ObjectKind = keyof typeof objectVariables
/** A number, but of these kinds a UUID. */
export type ObjectId = number | string
export const uuidKinds: ReadonlySet<ObjectKind> = new Set<ObjectKind>([
  'report',
  'reportBranch',
  'tree',
  'treeBranch',
  'sensor',
])

/**
 * Access to an endpoint: any client, any client with a session, or a member with at least this role in the organization
 * of the object in the path. `listed`: the request lists objects, and the handler checks the role in the organization
 * of each. `any`: the role in any organization. `shared`: a share link opens the endpoint too, limited to what the
 * shared object shows. `link`: only a share link opens it.
 */
export type CloudAccess =
  | { access: 'open'; shared?: never }
  | { access: 'session'; shared?: never }
  | { access: 'link'; shared?: never }
  | { access: Role; object: SharedTarget; shared?: true }
  | { access: Role; object: Exclude<ObjectKind | 'listed' | 'any', SharedTarget>; shared?: never }

/** Object kinds that a share link can open. */
export const sharedTargets = ['org', 'param', 'vis', 'dashboard', 'report', 'listed'] as const
export type SharedTarget = (typeof sharedTargets)[number]

type EndpointBuilders = ReturnType<typeof endpoints<CloudAccess>>
const words: EndpointBuilders = endpoints()

export const get: EndpointBuilders['get'] = words.get
export const post: EndpointBuilders['post'] = words.post
