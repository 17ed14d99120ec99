import type { SharedObject } from '../../access/shared-contents.ts'

/** What is shared, as answers have it. */
export const shownObject = (object: SharedObject, isDefault: boolean) =>
  object.kind === 'report'
    ? { kind: object.kind, reportId: object.id }
    : {
        kind: object.kind,
        dashboardId: object.id,
        isDefault,
        ...(object.deviceId !== null && { deviceId: object.deviceId }),
      }
