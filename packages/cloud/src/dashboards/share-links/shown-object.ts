import type { SharedObject } from '../../accounts/access/shared-contents.ts'

/** A shared object as replies show it. */
export const shownObject = (object: SharedObject, isDefault: boolean) => {
  if (object.kind === 'report') return { kind: object.kind, reportId: object.id }
  if (object.kind === 'picture') return { kind: object.kind, visId: object.id }
  const { kind, id, deviceId } = object
  return { kind, dashboardId: id, isDefault, ...(deviceId !== null && { deviceId }) }
}
