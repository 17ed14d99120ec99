import { allows, type Role, roles } from '../../access/roles.ts'

/** The roles that may see what an organization has. */
export const viewerRoles: readonly Role[] = roles.filter((role) => allows(role, 'viewer'))
