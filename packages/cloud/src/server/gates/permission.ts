import { type Gate, Refusal } from '@busbar/wire/server'
import {
  type CloudAccess,
  type ObjectId,
  objectVariables,
  type SharedTarget,
  uuidKinds,
} from '../../accounts/access/access-contract.ts'
import type { OrgRole } from '../../accounts/access/permission.sql.ts'
import { allows, type Role } from '../../accounts/access/roles.ts'
import type { SharedAccess, SharedObject } from '../../accounts/access/shared-contents.ts'
import type { CallInProgress } from '../call.ts'

/** Asks for the role that an endpoint needs. An object of strangers looks as if it were not there. */
export const permission: Gate<CallInProgress, CloudAccess> = (endpoint) => {
  if (endpoint === null || !('object' in endpoint)) return null
  const { access, object } = endpoint
  if (object === 'listed') return null
  if (object === 'any') return ({ context }) => needAnywhere(context, access)
  const variable = objectVariables[object]
  const isUuid = uuidKinds.has(object)
  const shows = endpoint.shared === true ? shownBy[object as SharedTarget] : undefined
  const judge = (context: CallInProgress, orgRole: OrgRole | null): void => {
    if (orgRole === null) throw new Refusal('ObjectNotFound')
    if (!allows(orgRole.role, access)) throw new Refusal('NotAuthorized', `This needs the role ${access}.`)
    context.orgId = orgRole.orgId
    context.role = orgRole.role
  }
  return ({ context, input }) => {
    const value = (input as Record<string, unknown>)[variable]
    const id = isUuid ? String(value) : Number(value)
    if (context.shared !== null) {
      if (shows?.(context.shared, id) !== true) throw new Refusal('ObjectNotFound')
      return
    }
    const orgRole = context.orgRoles.find(object, id, context.caller.accountId)
    // Mostly it is known, and there is nothing to wait for.
    return orgRole instanceof Promise ? orgRole.then((one) => judge(context, one)) : judge(context, orgRole)
  }
}

const nameOf = ({ kind, id }: SharedObject): string => `${kind} ${id}`

/** Whether a share link opens an object of this kind. Of listed ones the handler sees those that it opens, and no others. */
const shownBy: Readonly<Record<SharedTarget, (shared: SharedAccess, id: ObjectId) => boolean>> = {
  org: ({ link }, id) => id === link.orgId,
  dashboard: ({ link }, id) => nameOf(link.object) === `dashboard ${id}`,
  report: ({ link }, id) => nameOf(link.object) === `report ${id}`,
  param: ({ contents }, id) => contents.paramIds.has(Number(id)),
  vis: ({ contents }, id) => contents.visIds.has(Number(id)),
  listed: () => false,
}

const needAnywhere = async ({ db: { sql }, caller }: CallInProgress, needed: Role): Promise<void> => {
  const rows = await sql<{ role: Role }[]>`select role from membership where account_id = ${caller.accountId}`
  if (!rows.some(({ role }) => allows(role, needed))) throw new Refusal('NotAuthorized')
}
