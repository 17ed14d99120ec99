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
import type { Entry } from '../../accounts/call.ts'
import type { CallInProgress, GateNeeds } from '../call.ts'

/** Asks for the role that an endpoint needs. An object of strangers looks as if it were not there. */
export const permission =
  (needs: Pick<GateNeeds, 'db' | 'orgRoles'>): Gate<CallInProgress, CloudAccess> =>
  (endpoint) => {
    if (endpoint === null || !('object' in endpoint)) return null
    const { access, object } = endpoint
    if (object === 'listed') return null
    if (object === 'any') return ({ context }) => needAnywhere(needs, entryOf(context), access)
    const variable = objectVariables[object]
    const isUuid = uuidKinds.has(object)
    const shows = endpoint.shared === true ? shownBy[object as SharedTarget] : undefined
    const judge = (context: CallInProgress, orgRole: OrgRole | null): void => {
      if (orgRole === null) throw new Refusal('ObjectNotFound')
      if (!allows(orgRole.role, access)) throw new Refusal('NotAuthorized', `This needs the role ${access}.`)
      context.membership = { orgId: orgRole.orgId, role: orgRole.role }
    }
    return ({ context, input }) => {
      const value = (input as Record<string, unknown>)[variable]
      const id = isUuid ? String(value) : Number(value)
      const entry = entryOf(context)
      if (entry.shared !== null) {
        if (shows?.(entry.shared, id) !== true) throw new Refusal('ObjectNotFound')
        return
      }
      const orgRole = needs.orgRoles.find(object, id, entry.caller.accountId)
      // Mostly it is known, and there is nothing to wait for.
      return orgRole instanceof Promise ? orgRole.then((one) => judge(context, one)) : judge(context, orgRole)
    }
  }

/** The token gate runs before and has refused requests without an entry. */
const entryOf = ({ entry }: CallInProgress): Entry => {
  if (entry === null) throw new Error('the endpoint has no token gate')
  return entry
}

const nameOf = ({ kind, id }: SharedObject): string => `${kind} ${id}`

/**
 * Checks whether a share link opens an object. For listed objects, the handler returns only those that the link opens.
 */
const shownBy: Readonly<Record<SharedTarget, (shared: SharedAccess, id: ObjectId) => boolean>> = {
  org: ({ link }, id) => id === link.orgId,
  dashboard: ({ link }, id) => nameOf(link.object) === `dashboard ${id}`,
  report: ({ link }, id) => nameOf(link.object) === `report ${id}`,
  param: ({ contents }, id) => contents.paramIds.has(Number(id)),
  vis: ({ contents }, id) => contents.visIds.has(Number(id)),
  listed: () => false,
}

const needAnywhere = async ({ db: { sql } }: Pick<GateNeeds, 'db'>, { caller }: Entry, needed: Role): Promise<void> => {
  if (caller === null) throw new Refusal('NotAuthorized')
  const rows = await sql<{ role: Role }[]>`select role from membership where account_id = ${caller.accountId}`
  if (!rows.some(({ role }) => allows(role, needed))) throw new Refusal('NotAuthorized')
}
