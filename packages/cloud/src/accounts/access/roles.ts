/** From least to most; each may do what those before it may. */
export const roles = ['demo', 'viewer', 'operator', 'manager', 'owner'] as const
export type Role = (typeof roles)[number]

/** Does a member with `role` have the right that `needed` stands for? */
export const allows = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)
